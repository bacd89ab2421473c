import { type Columns, INCREMENT, RETURNED } from '../columns.ts';
import { ascending, rowsBy, rowsOf } from '../rows/ascending.ts';
import { floorValue, neighboursOf } from '../rows/neighbours.ts';
import { SuffixSums } from '../rows/suffix-sums.ts';
import { type Witness, witness } from './witness.ts';

/** Ground on which increments are counted between two values; no value is repeated, and none is below the start. */
interface Ground {
  readonly columns: Columns;
  /** The highest value shown by what was complete before a row began. */
  readonly floor: (row: number) => number;
  /** By value: the increment that returned it, or -1. */
  readonly pinned: Int32Array;
}

function groundOf(columns: Columns, top: number): Ground {
  const { size, kind, low } = columns;
  const near = neighboursOf(columns);
  const pinned = new Int32Array(top + 2).fill(-1);
  for (let row = 0; row < size; row++) if (kind[row] === RETURNED) pinned[low[row] as number] = row;
  return { columns, floor: (row) => floorValue(columns, near, row), pinned };
}

interface Gap {
  /** The value of the floor, 0 for the start. */
  readonly floor: number;
  readonly size: number;
}

/**
 * The fewest increments that came after one value was shown and before another, and do not fit between the two; null
 * where all fit. `late` tells the operations that may be such another, `top` the highest value there can be.
 */
export function fewestLost(columns: Columns, late: readonly number[], top: number): Witness | null {
  const ground = groundOf(columns, top);
  const { start, end, high } = columns;
  const room = (slot: number): number => (ground.pinned[slot] === -1 ? 1 : 0);
  // Each place counts the increments with that floor, less the room of the slot above it.
  const sums = new SuffixSums(new Int32Array(top + 1).map((_, value) => -room(value + 1)));
  const complete = plainByEnd(columns);
  let next = 0;
  let best: (Gap & { readonly ceiling: number }) | null = null;
  for (const ceiling of ascending(start, new Int32Array(late))) {
    for (; next < complete.length && (end[complete[next] as number] as number) < (start[ceiling] as number); next++) {
      sums.add(ground.floor(complete[next] as number), 1);
    }
    const value = high[ceiling] as number;
    // What is no smaller than the best is of no use.
    const floor = sums.lastAbove(value, room(value + 1), best === null ? 0 : Math.max(0, value + 1 - best.size));
    const gap = { floor, size: value - floor + (floor > 0 ? 1 : 0), ceiling };
    if (floor >= 0 && (best === null || gap.size < best.size)) best = gap;
  }
  if (best === null) return null;
  const { floor, ceiling } = best;
  const before = complete.filter((row) => (end[row] as number) < (start[ceiling] as number));
  const value = high[ceiling] as number;
  return witness('lost', { ...above(ground, before, floor, value, value), ceilings: [ceiling] });
}

/** The fewest certain increments that came after one value was shown and exceed the limit; null where none do. */
export function fewestBeyond(columns: Columns, top: number): Witness | null {
  const { limit } = columns;
  if (limit === Number.POSITIVE_INFINITY) return null;
  const ground = groundOf(columns, top);
  const complete = plainByEnd(columns);
  const withFloor = new Int32Array(top + 2);
  for (const row of complete) {
    const floor = ground.floor(row);
    withFloor[floor] = (withFloor[floor] as number) + 1;
  }
  let count = 0;
  for (let floor = Math.min(top, limit); floor >= 0; floor--) {
    count += (withFloor[floor] as number) + (ground.pinned[floor + 1] === -1 ? 0 : 1);
    if (floor + count > limit) return witness('overflow', above(ground, complete, floor, top, limit));
  }
  return null;
}

/** Of the increments above a floor and up to a value, one more than `room` leaves place for. */
function above(ground: Ground, plain: Int32Array, floor: number, upTo: number, room: number) {
  const { columns, pinned } = ground;
  const needed = room - floor + 1;
  const returned = [...pinned.subarray(floor + 1, upTo + 1)].filter((row) => row >= 0);
  const others = plain.filter((row) => ground.floor(row) >= floor);
  const increments = [...returned, ...others].slice(0, needed);
  return { floors: floor === 0 ? [] : [firstToShow(columns, floor)], increments };
}

function firstToShow({ kind, low, end }: Columns, value: number): number {
  let first = -1;
  for (let row = 0; row < kind.length; row++) {
    if (kind[row] === INCREMENT || low[row] !== value) continue;
    if (first < 0 || (end[row] as number) < (end[first] as number)) first = row;
  }
  return first;
}

function plainByEnd({ kind, certain, end }: Columns): Int32Array {
  return rowsOf(rowsBy(end), (row) => kind[row] === INCREMENT && certain[row] === 1);
}
