import { elsewhere } from './between.ts';
import { type Columns, fromStart, INCREMENT, incrementsIn, RETURNED } from './columns.ts';
import { isLinearizable } from './core.ts';
import { isBefore, type Layer, realTime } from './layers.ts';
import { starvation } from './placement.ts';
import { countBelow, countUpTo } from './sent.ts';
import { levelOf, topOf, type Witness, witness } from './witness.ts';

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

/** One value that no steps make from any other, or that is further from every other than there are rows. */
function beyondSteps({ kind, low, high }: Columns, { floors }: Witness): Witness {
  const shown = low[floors[0] as number] as number;
  const others = high.findIndex((value, row) => kind[row] !== INCREMENT && Number.isFinite(value));
  return shown === Number.POSITIVE_INFINITY
    ? witness('jump', { floors, ceilings: [others] })
    : witness('impossible', { floors: [...floors, others] });
}

/**
 * The start values that explain the history, counted from the one assumed: all from `least` to `most`, which is
 * Infinity where nothing bounds them; null when none does. All increments are recorded, by one clock.
 */
export function inferInitial(columns: Columns): { readonly least: number; readonly most: number } | null {
  const least = lowestStart(columns, realTime(columns));
  if (!isLinearizable(fromStart(columns, least))) return null;
  const { size, kind, certain, start, end, low, high, limit } = columns;
  const plain = end.filter((_, row) => kind[row] === INCREMENT && certain[row] === 1).sort();
  const returned = low.filter((_, row) => kind[row] === RETURNED).sort();
  let most = limit - plain.length - returned.length;
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT) continue;
    const needed = high[row] as number;
    most = Math.min(most, needed - countBelow(plain, start[row] as number) - countUpTo(returned, needed));
  }
  return { least, most };
}
