import { type Columns, fromStart, INCREMENT, incrementsIn, isIncrement, READ, RETURNED } from './columns.ts';
import { starvation } from './placement/placement.ts';
import { isBefore, type Layer } from './rows/layers.ts';
import { elsewhere } from './witness/between.ts';
import { levelOf, topOf, type Witness, witness } from './witness/witness.ts';

/**
 * The lowest start value that leaves no value without the increments to make it, counted from the one assumed; where
 * no value was seen, one that leaves room for all increments. If any start value explains the history this one does: every other condition is the same for all
 * of them, or easier to meet from below.
 */
export function lowestStart(columns: Columns, layers: readonly Layer[]): number {
  const highest = extreme(columns, columns.low, Math.max);
  if (highest === null) return Math.min(0, columns.limit - incrementsIn(columns));
  const below = highest - incrementsIn(columns);
  return below + starvation(fromStart(columns, below), layers).empty;
}

/** A start value so far below all that was seen that it is in nobody's way, where others move the counter too. */
export function startBelow(columns: Columns): number {
  const lowest = extreme(columns, columns.high, Math.min);
  return Math.min(lowest ?? 0, columns.limit) - incrementsIn(columns) - 1;
}

/**
 * A start value above the limit: nothing raises it from there, so it is all that is ever shown. If any such start
 * explains the history this one does; null where there is no limit.
 */
export function startAbove(columns: Columns): number | null {
  if (columns.limit === Number.POSITIVE_INFINITY) return null;
  return Math.max(columns.limit + 1, extreme(columns, columns.low, Math.max) ?? Number.NEGATIVE_INFINITY);
}

function extreme({ kind }: Columns, values: Float64Array, choose: (a: number, b: number) => number): number | null {
  return values.reduce<number | null>((best, value, row) => {
    if (kind[row] === INCREMENT || !Number.isFinite(value)) return best;
    return best === null ? value : choose(best, value);
  }, null);
}

/**
 * A contradiction that holds whatever the start value was, from one that counts from the lowest start. What forces the
 * start up, and what then goes wrong, are put together: the start drops out.
 */
export function withoutStart(columns: Columns, layers: readonly Layer[], found: Witness): Witness {
  const { low, kind } = columns;
  if (found.form === 'impossible') return beyondSteps(columns, found);
  if (found.form === 'duplicate' || found.floors.length > 0) return found;
  const floors = starvation(fromStart(columns, -1), layers).witness?.floors ?? [];
  const level = levelOf(columns, floors);
  const above = found.increments.filter((row) =>
    kind[row] === RETURNED ? (low[row] as number) > level : floors.some((floor) => isBefore(layers, floor, row)),
  );
  const { ceilings } = found;
  if (found.form === 'overflow') return witness('overflow', { floors, increments: above });
  if (level <= topOf(columns, ceilings)) {
    return witness('lost', { floors, increments: above, ceilings });
  }
  return witness('jump', { floors, increments: elsewhere(columns, layers, floors, ceilings), ceilings });
}

/**
 * The same where a value above the limit is all that is found. It may have been so from the start, unless an increment
 * was let in, or something lower was shown.
 */
export function notFromAbove({ kind, certain, low, high }: Columns, found: Witness): Witness {
  const { form, floors, increments } = found;
  if (form !== 'overflow' || increments.length > 0 || floors.some((row) => kind[row] === RETURNED)) return found;
  const admitted = kind.findIndex((one, row) => isIncrement(one) && certain[row] === 1);
  if (admitted >= 0) return witness('overflow', { floors, increments: [admitted] });
  const floor = floors[0] as number;
  const highest = low.reduce(
    (best, value, row) => (kind[row] === READ && value > (low[best] as number) ? row : best),
    floor,
  );
  const lowest = high.reduce((best, value, row) => (value < (high[best] as number) ? row : best), floor);
  return witness('jump', { floors: [highest], ceilings: [lowest] });
}

/** One value that no steps make from any other, or that is further from every other than there are rows. */
function beyondSteps({ kind, low, high }: Columns, { floors }: Witness): Witness {
  const shown = low[floors[0] as number] as number;
  const others = high.findIndex((value, row) => kind[row] !== INCREMENT && Number.isFinite(value));
  return shown === Number.POSITIVE_INFINITY
    ? witness('jump', { floors, ceilings: [others] })
    : witness('impossible', { floors: [...floors, others] });
}
