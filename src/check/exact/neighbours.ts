import type { Columns } from './columns.ts';
import { type Layer, realTime, reversed, visitInOrder } from './layers.ts';
import { once } from './once.ts';

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

/** In real time. */
export const neighboursOf = once((columns: Columns): Neighbours => neighboursIn(columns, realTime(columns)));

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
