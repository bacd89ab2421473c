import { type Columns, INCREMENT, RETURNED } from './columns.ts';
import { type Layer, realTime, visitInOrder } from './rows/layers.ts';

/**
 * The same question about a counter that others move too, with values no greater than the number of rows. Between two
 * values that matter, only as many slots are kept as the recorded increments fill when each takes the lowest it can, and
 * one more where there is one: the rest would be filled by others in any case, and what is not full must not seem so. One
 * is kept always, so that different values stay different.
 */
export function withoutGaps(columns: Columns, layers: readonly Layer[] = realTime(columns)): Columns {
  const marks = marksOf(columns);
  const starting = increments(columns, layers);
  const renamed = new Map([[0, 0]]);
  let value = 0;
  let waiting = 0;
  for (let i = 1; i < marks.length; i++) {
    const [below, mark] = [marks[i - 1] as number, marks[i] as number];
    waiting += starting.free.get(below) ?? 0;
    const room = starting.pinned.has(mark) ? 0 : mark - below;
    value += Math.max(1, Math.min(room, waiting + 1));
    waiting -= Math.min(room, waiting);
    renamed.set(mark, value);
  }
  const rename = (old: number): number => renamed.get(old) ?? old;
  return {
    ...columns,
    limit: rename(columns.limit),
    low: columns.low.map((low, row) => (columns.kind[row] === INCREMENT ? low : rename(low))),
    high: columns.high.map(rename),
  };
}

/** The start value, the limit, and every value that a row shows or needs, ascending. */
function marksOf({ low, high, limit }: Columns): readonly number[] {
  const marks = new Set([0]);
  const mark = (value: number): void => {
    if (value > 0 && value < Number.POSITIVE_INFINITY) marks.add(value);
  };
  mark(limit);
  low.forEach(mark);
  high.forEach(mark);
  return [...marks].sort((a, b) => a - b);
}

interface Increments {
  /** How many have this value as their floor. */
  readonly free: ReadonlyMap<number, number>;
  /** Values that an increment returned. */
  readonly pinned: ReadonlySet<number>;
}

function increments({ size, kind, low }: Columns, layers: readonly Layer[]): Increments {
  const free = new Map<number, number>();
  const pinned = new Set<number>();
  visitInOrder(layers, size, (row, highest) => {
    if (kind[row] === RETURNED) pinned.add(low[row] as number);
    if (kind[row] === INCREMENT) {
      const floor = highest < 0 ? 0 : Math.max(0, low[highest] as number);
      free.set(floor, (free.get(floor) ?? 0) + 1);
    }
    return low[row] as number;
  });
  return { free, pinned };
}
