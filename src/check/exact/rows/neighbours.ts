import { once } from '../../once.ts';
import type { Columns } from '../columns.ts';
import { fallingBy, rowsBy } from './ascending.ts';
import type { Lanes } from './lanes.ts';
import { type Layer, reversed, visitInOrder } from './layers.ts';

/** What bounds each row's place among the values. */
export interface Neighbours {
  /** By row: which of what comes before it shows the highest value; -1 for none. */
  readonly floor: Int32Array;
  /** By row: which of what comes after it needs the lowest value; -1 for none. */
  readonly ceiling: Int32Array;
}

export function neighboursIn(columns: Columns, layers: readonly Layer[]): Neighbours {
  const { size, high } = columns;
  const ceiling = new Int32Array(size);
  visitInOrder(reversed(layers), size, (row, lowest) => {
    ceiling[row] = lowest;
    return -(high[row] as number);
  });
  return { floor: floorsIn(columns, layers), ceiling };
}

export function floorsIn({ size, low }: Columns, layers: readonly Layer[]): Int32Array {
  const floor = new Int32Array(size);
  visitInOrder(layers, size, (row, highest) => {
    floor[row] = highest;
    return low[row] as number;
  });
  return floor;
}

/** In real time: as `neighboursIn`, with orders that are at hand, for the values are known ahead. */
export const neighboursOf = once((columns: Columns): Neighbours => {
  return { floor: floorsOf(columns), ceiling: ceilingsOf(columns) };
});

function floorsOf({ size, start, end, low }: Columns): Int32Array {
  const byEnd = rowsBy(end);
  const floor = new Int32Array(size);
  let highest = -1;
  let next = 0;
  for (const row of rowsBy(start)) {
    for (; next < size && (end[byEnd[next] as number] as number) < (start[row] as number); next++) {
      const passed = byEnd[next] as number;
      if (highest < 0 || (low[passed] as number) > (low[highest] as number)) highest = passed;
    }
    floor[row] = highest;
  }
  return floor;
}

function ceilingsOf({ size, start, end, high }: Columns): Int32Array {
  const byStart = fallingBy(start);
  const byEnd = rowsBy(end);
  const ceiling = new Int32Array(size);
  let lowest = -1;
  let next = 0;
  for (let i = size - 1; i >= 0; i--) {
    const row = byEnd[i] as number;
    for (; next < size && (start[byStart[next] as number] as number) > (end[row] as number); next++) {
      const passed = byStart[next] as number;
      if (lowest < 0 || (high[passed] as number) < (high[lowest] as number)) lowest = passed;
    }
    ceiling[row] = lowest;
  }
  return ceiling;
}

/** By what each lane orders. */
export function neighboursInLanes({ size, low, high }: Columns, { rows, lane }: Lanes): Neighbours {
  const [floor, ceiling] = [new Int32Array(size), new Int32Array(size)];
  let [own, highest, lowest] = [-1, -1, -1];
  for (const row of rows) {
    if (lane[row] !== own) highest = -1;
    own = lane[row] as number;
    floor[row] = highest;
    if (highest < 0 || (low[row] as number) > (low[highest] as number)) highest = row;
  }
  own = -1;
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i] as number;
    if (lane[row] !== own) lowest = -1;
    own = lane[row] as number;
    ceiling[row] = lowest;
    if (lowest < 0 || (high[row] as number) < (high[lowest] as number)) lowest = row;
  }
  return { floor, ceiling };
}

/** The first row, from the top, whose floor shows more than it needs; -1 for none. */
export function firstInverted({ size, low, high }: Columns, { floor }: Neighbours): number {
  for (let row = 0; row < size; row++) {
    const below = floor[row] as number;
    if (below >= 0 && (low[below] as number) > (high[row] as number)) return row;
  }
  return -1;
}

/** By row: the value of its floor, 0 for the start. */
export const floorValue = ({ low }: Columns, { floor }: Neighbours, row: number): number =>
  (floor[row] as number) < 0 ? 0 : Math.max(0, low[floor[row] as number] as number);

/** By row: the value of its ceiling; Infinity for none. */
export const ceilingValue = ({ high }: Columns, { ceiling }: Neighbours, row: number): number =>
  (ceiling[row] as number) < 0 ? Number.POSITIVE_INFINITY : (high[ceiling[row] as number] as number);
