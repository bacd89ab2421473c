import { parseDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { isCounting } from './counting.ts';
import { isYes, operationsIn, operationsOn, type Saved } from './saved.ts';
import { limitOf, perOf } from './scope.ts';

/**
 * What numbers ahead of a round show as used up, at most, of the key of a write or of all keys of its round; where none
 * of those of a key could be read it may be all.
 */
export function usedBefore(saved: Saved, { round, key }: Operation, limit: bigint, of: 'key' | 'all'): bigint {
  const looks = operationsIn(saved, round).filter(isAhead);
  const keys = of === 'key' ? [key] : [...new Set(looks.map((look) => look.key))];
  return keys
    .map((one) =>
      mostShown(
        saved,
        looks.filter((look) => look.key === one),
        limit,
      ),
    )
    .reduce((all, used) => all + used, 0n);
}

const isAhead = ({ f, phaseIndex }: Operation): boolean => f === 'read' && phaseIndex < 0;

function mostShown({ header: { step, expect } }: Saved, looks: readonly Operation[], limit: bigint): bigint {
  const falls = (reading: string | null): boolean =>
    (expect.readings.find((one) => one.reading === reading)?.step ?? step).startsWith('-');
  const told = looks.filter(({ outcome }) => outcome === 'ok');
  if (looks.length > 0 && told.length === 0) return limit;
  let used = 0n;
  for (const { value, reading } of told) {
    const read = parseDecimal(value ?? '');
    const isNone = read === null || read.scale > 0 || read.unscaled < 0n || read.unscaled > limit;
    const shown = isNone ? limit : falls(reading) ? limit - read.unscaled : read.unscaled;
    if (shown > used) used = shown;
  }
  return used;
}

/** How much of the limit a number shows as used, be it more; refused where it is held to something else, or shows something else. */
export function usedShown(saved: Saved, { id, reading, value }: Operation): bigint {
  const { header } = saved;
  const expected = header.expect.readings.find((one) => one.reading === reading);
  must(
    expected?.risesBy === 'acknowledged' && expected.within === undefined && !isCounting(saved, reading ?? ''),
    `${reading} is not to count what is admitted`,
  );
  const step = parseDecimal(expected.step ?? header.step);
  must(step !== null && step.scale === 0 && step.unscaled ** 2n === 1n, `${reading} does not move by one`);
  const shown = parseDecimal(value ?? '');
  must(shown !== null && shown.scale === 0, `operation ${id} shows no count`);
  const used = step.unscaled < 0n ? limitOf(saved) - shown.unscaled : shown.unscaled;
  must(used >= 0n, `operation ${id} shows no part of the limit`);
  return used;
}

const anyLetIn = once((saved: Saved, _: string): boolean => saved.operations.some(isYes));

/**
 * What was used of a key ahead of the run is not known: up to the round of a write nobody was let in, and a later round
 * lets somebody in, or another key; or nobody was let in at all. Unless a setup sets it anew, or each number that was
 * read ahead of the round shows that some was left.
 */
export function mustNotBeUsedUp(saved: Saved, one: Operation): void {
  const { header } = saved;
  const per = perOf(saved);
  const limit = limitOf(saved, '1');
  must(limit === 0n || anyLetIn(saved, ''), 'nobody was let in: what lies behind that the history does not tell');
  if (typeof per !== 'string' || header.setup || per === 'phase' || !anyLetIn(saved, '')) return;
  const letIn = operationsOn(saved, one.key).filter(isYes);
  const isOfIt = ({ identity }: Operation): boolean => per !== 'identity' || (identity ?? 0) === (one.identity ?? 0);
  const own = letIn.filter(isOfIt);
  if (own.some(({ round }) => round <= one.round) || (own.length === 0 && letIn.length > 0)) return;
  must(
    per === 'round' && isRoomShown(saved, one, limit),
    `the limit may have been used up ahead of operation ${one.id}`,
  );
}

function isRoomShown(saved: Saved, { round, key }: Operation, limit: bigint): boolean {
  const looks = operationsIn(saved, round).filter((look) => isAhead(look) && look.key === key && look.outcome === 'ok');
  const isLess = (look: Operation): boolean => usedShown(saved, look) < limit;
  return looks.length > 0 && looks.every(isLess);
}
