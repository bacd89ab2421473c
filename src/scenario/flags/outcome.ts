import { ACKNOWLEDGED, REJECTED } from '../parts/defaults.ts';
import { byStatus, outcomeOf } from '../parts/outcome.ts';
import type { Condition, OutcomeSpec, Selector, StatusSet } from '../scenario.ts';
import { Mistake } from '../text/mistake.ts';
import { parseSelector } from '../text/selector.ts';
import { parseStatuses, STATUSES_TAKE } from '../text/status.ts';
import type { RunFlags } from './types.ts';
import { flagValue, usage } from './values.ts';

/** What an answer to a write says, by its status and by what stands in it. Throws a ProbeError (`usage`). */
export function outcomeFromFlags(flags: RunFlags): OutcomeSpec {
  const ok = statuses('--ok', flags.ok);
  const refused = statuses('--refused', flags.refused);
  const yes = where('--ok-where', flags.okWhere);
  const no = where('--refused-where', flags.refusedWhere);
  const acknowledged = yes === null ? ok && [byStatus(ok)] : [{ ...yes, status: ok ?? ACKNOWLEDGED }];
  const rejected = no === null ? refused && [byStatus(refused)] : noBy(no, refused);
  return flagValue('--refused', () => outcomeOf(acknowledged, rejected));
}

/** Without `--refused` the usual refusals are refusals still, and any other answer may hide one. */
function noBy(no: Condition, refused: StatusSet | null): readonly Condition[] {
  return refused === null ? [byStatus(REJECTED), { ...no, status: ACKNOWLEDGED }] : [{ ...no, status: refused }];
}

function statuses(flag: string, text: string | undefined): StatusSet | null {
  if (text === undefined) return null;
  const set = parseStatuses(text);
  if (set === null) throw usage(flag, `takes ${STATUSES_TAKE}, not ${JSON.stringify(text)}`);
  return set;
}

/** `selector=value`; `selector` alone: something is there; `selector=`: nothing is. */
function where(flag: string, text: string | undefined): Condition | null {
  if (text === undefined) return null;
  return flagValue(flag, () => {
    // A selector may hold = as well, so the longest one that reads as a selector is taken.
    for (let at = text.lastIndexOf('='); at > 0; at = text.lastIndexOf('=', at - 1)) {
      const selector = selectorIn(text.slice(0, at));
      const value = text.slice(at + 1);
      if (selector !== null)
        return { status: null, where: selector, ...(value === '' ? { absent: true } : { equals: value }) };
    }
    return { status: null, where: parseSelector(text) };
  });
}

function selectorIn(text: string): Selector | null {
  try {
    return parseSelector(text);
  } catch (error) {
    if (error instanceof Mistake) return null;
    throw error;
  }
}
