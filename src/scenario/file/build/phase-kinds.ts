import { DEFAULTS, LIMITS } from '../../parts/defaults.ts';
import { concurrent, retry, spaced } from '../../parts/phases.ts';
import type { PhaseSpec } from '../../scenario.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Check, Path } from '../../text/source.ts';
import type { RawPhase, RawPhaseOf } from '../schema/phases.ts';
import { type RawTime, someTime, time } from './context.ts';
import { pacedOf } from './paced.ts';

type Of<Kind extends PhaseSpec['kind']> = Extract<PhaseSpec, { readonly kind: Kind }>;

/** Milliseconds of a time of the phase, by its key. */
type At = (given: RawTime, key: string, fallbackMs: number) => number;

/** All of a phase but its requests; null for those that are nothing without: `request`, and `run` with its command. */
export function howOf(
  raw: RawPhase,
  name: string,
  path: Path,
  check: Check,
): Exclude<PhaseSpec, Of<'request' | 'run'>> | null {
  const at: At = (given, key, fallbackMs) => time(given, [...path, key], fallbackMs, check);
  const base = { name, write: null, abort: null };
  switch (raw.phase) {
    case 'concurrent':
      return concurrent(raw.count, { ...base, ...connectionsOf(raw), holdMs: at(raw.hold, 'hold', DEFAULTS.holdMs) });
    case 'spaced':
      return spaced(raw.count, { ...base, ...connectionsOf(raw), everyMs: at(raw.every, 'every', DEFAULTS.everyMs) });
    case 'paced':
      return { ...base, ...pacedOf(raw, path, check) };
    case 'lanes':
      return { kind: 'lanes', ...base, ...check.attempt(path, { lanes: 1, each: 1 }, () => checkedLanes(raw)) };
    case 'mixed':
      return { ...base, ...mixedOf(raw, at) };
    case 'retry':
      return retry(raw.count ?? 1, { ...base, ...retryOf(raw, at, path, check) });
    case 'replay':
      return { ...base, ...replayOf(raw, at) };
    case 'wait':
    case 'quiet':
      return { kind: raw.phase, ...base, forMs: someTime(raw.for, [...path, 'for'], 1, check) };
    case 'run':
    case 'request':
      return null;
  }
}

function mixedOf({ count, lanes = DEFAULTS.lanes, readers = 1, every }: RawPhaseOf<'mixed'>, at: At) {
  const everyMs = at(every, 'every', DEFAULTS.everyMs);
  return { kind: 'mixed' as const, count, lanes: Math.min(count, lanes), readers, everyMs };
}

function replayOf({ count = 2, when = 'at-once', hold, after }: RawPhaseOf<'replay'>, at: At) {
  const times = { holdMs: at(hold, 'hold', DEFAULTS.holdMs), afterMs: at(after, 'after', DEFAULTS.inFlightMs) };
  return { kind: 'replay' as const, count, when, other: null, ...times };
}

function connectionsOf({ connections }: RawPhaseOf<'concurrent' | 'spaced'>) {
  return connections === undefined ? {} : { connections: connections === 'N' ? null : connections };
}

function checkedLanes({ lanes, each }: RawPhaseOf<'lanes'>) {
  if (lanes * each <= LIMITS.spaced) return { lanes, each };
  throw new Mistake(
    `${lanes} lanes of ${each} are ${lanes * each} writes`,
    `at most ${LIMITS.spaced.toLocaleString('en')}`,
  );
}

function retryOf(raw: RawPhaseOf<'retry'>, at: At, path: Path, check: Check): Partial<Of<'retry'>> {
  const { lose = 'reply', times = 1, key = 'same', by = 'client', giveUpAfter } = raw;
  return {
    ...{ lose, times, key, by },
    giveUpAfterMs: giveUpAfter === undefined ? null : someTime(giveUpAfter, [...path, 'giveUpAfter'], 1, check),
    everyMs: at(raw.every, 'every', DEFAULTS.everyMs),
  };
}
