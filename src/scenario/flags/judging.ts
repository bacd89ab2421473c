import { DEFAULTS, LIMITS } from '../parts/defaults.ts';
import type { Draft } from '../parts/draft.ts';
import type { Overrides } from '../parts/overrides.ts';
import { levelOf } from '../text/level.ts';
import type { JudgingFlags } from './types.ts';
import { flagSeconds, flagTime, flagValue, usage, wholeNumber } from './values.ts';

type Judging = 'rounds' | 'untilMs' | 'settleMs' | 'minOverlap' | 'maxSpreadMs' | 'deadlineMs' | 'require';

/** How a run without files is judged. Throws a ProbeError (`usage`). */
export function judging(flags: JudgingFlags): Pick<Draft, Judging> {
  const given = overridesOf(flags);
  return {
    require: given.require ?? 'eventual',
    rounds: given.rounds ?? DEFAULTS.rounds,
    ...(given.untilMs === undefined ? {} : { untilMs: given.untilMs }),
    settleMs: given.settleMs ?? DEFAULTS.settleMs,
    minOverlap: given.minOverlap ?? null,
    maxSpreadMs: given.maxSpreadMs ?? null,
    deadlineMs: given.deadlineMs ?? DEFAULTS.deadlineMs,
  };
}

/** What these flags lay over the scenario files of a run. Throws a ProbeError (`usage`). */
export function overridesOf(flags: JudgingFlags): Overrides {
  const { rounds, settle, maxTime, minOverlap, maxSpread, deadline, require, limit } = flags;
  return {
    ...(rounds === undefined ? {} : { rounds: wholeNumber('--rounds', rounds, 1, LIMITS.rounds) }),
    ...untilOf(flags),
    ...(settle === undefined ? {} : { settleMs: flagTime('--settle', settle) }),
    ...(maxTime === undefined ? {} : { timeoutMs: flagSeconds('-m/--max-time', maxTime) }),
    ...(minOverlap === undefined
      ? {}
      : { minOverlap: wholeNumber('--min-overlap', minOverlap, 1, LIMITS.concurrency) }),
    ...(maxSpread === undefined ? {} : { maxSpreadMs: flagTime('--max-spread', maxSpread) }),
    ...(deadline === undefined ? {} : { deadlineMs: aboveZero('--deadline', deadline) }),
    ...(require === undefined ? {} : { require: flagValue('--require', () => levelOf(require)) }),
    ...(limit === undefined ? {} : { limit: String(wholeNumber('--limit', limit, 1, LIMITS.spaced)) }),
  };
}

/** Time decides how many rounds there are, and what lies after the last one has the usual limit still to come. */
function untilOf({ until, rounds }: JudgingFlags): Overrides {
  if (until === undefined) return {};
  if (rounds !== undefined) throw usage('--until', 'does not go with --rounds', 'give one of them');
  const untilMs = aboveZero('--until', until);
  return { untilMs, rounds: LIMITS.rounds, deadlineMs: DEFAULTS.deadlineMs + untilMs };
}

function aboveZero(flag: string, text: string): number {
  const timeMs = flagTime(flag, text);
  if (timeMs <= 0) throw usage(flag, 'takes a time above 0');
  return timeMs;
}
