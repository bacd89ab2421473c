import type { Columns } from '../columns.ts';
import { rowsBy } from './ascending.ts';

/**
 * One ground on which operations are ordered: within a group, what ends before another begins comes before it. Several
 * layers together order whatever one of them orders. Every layer must order only what the recorded times order, and
 * the starts of the first must follow every layer's order.
 */
export interface Layer {
  /** Numbers the groups from 0; null: all rows are in one. */
  readonly group: Int32Array | null;
  readonly groups: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** The order of the recorded times. */
export const realTime = ({ start, end }: Columns): readonly Layer[] => [{ group: null, groups: 1, start, end }];

/** What ends before another of its own group begins comes before it. */
export const withinGroups = ({ start, end }: Columns, group: Int32Array, groups: number): readonly Layer[] => [
  { group, groups, start, end },
];

/**
 * Times that are each off by up to `errorNs` from the true ones, the same for all of a machine: across machines only
 * what is further apart than both errors is in order, within one machine whatever the times say. A history that has
 * an explanation in true time has one in this order.
 */
export function clockLayers(
  columns: Columns,
  machine: Int32Array,
  errorNs: (machine: number) => number,
): readonly Layer[] {
  const machines = machine.reduce((most, one) => Math.max(most, one + 1), 0);
  const errors = Float64Array.from({ length: machines }, (_, one) => errorNs(one));
  const error = (row: number): number => errors[machine[row] as number] as number;
  return [
    {
      group: null,
      groups: 1,
      start: columns.start.map((time, row) => time - error(row)),
      end: columns.end.map((time, row) => time + error(row)),
    },
    { group: machine, groups: machines, start: columns.start, end: columns.end },
  ];
}

/** The same order, seen from its end: what came after comes before. */
export const reversed = (layers: readonly Layer[]): readonly Layer[] =>
  layers.map((layer) => ({ ...layer, start: layer.end.map((time) => -time), end: layer.start.map((time) => -time) }));

/**
 * Visits every row after all that come before it. Each is told which of those has the largest value (-1 when nothing
 * comes before it) and answers with its own value.
 */
export function visitInOrder(
  layers: readonly Layer[],
  size: number,
  visit: (row: number, largest: number) => number,
): void {
  const values = new Float64Array(size);
  const cursors = layers.map((layer) => new Cursor(layer, values));
  for (const row of rowsBy((layers[0] as Layer).start)) {
    let largest = -1;
    for (const cursor of cursors) {
      const found = cursor.largestBefore(row);
      if (largest < 0 || (found >= 0 && (values[found] as number) > (values[largest] as number))) largest = found;
    }
    values[row] = visit(row, largest);
  }
}

/** Walks each group of a layer by the ends of its rows, and keeps the row of the largest value passed. */
class Cursor {
  readonly #layer: Layer;
  readonly #values: Float64Array;
  readonly #rows: Int32Array;
  readonly #next: Int32Array;
  readonly #last: Int32Array;
  readonly #largest: Int32Array;

  constructor(layer: Layer, values: Float64Array) {
    this.#layer = layer;
    this.#values = values;
    const byEnd = rowsBy(layer.end);
    this.#next = new Int32Array(layer.groups);
    this.#last = new Int32Array(layer.groups);
    this.#largest = new Int32Array(layer.groups).fill(-1);
    this.#rows = layer.group === null ? byEnd : this.#grouped(byEnd, layer.group);
    if (layer.group === null) this.#last[0] = byEnd.length;
  }

  largestBefore(row: number): number {
    const { group, start, end } = this.#layer;
    const own = group === null ? 0 : (group[row] as number);
    const last = this.#last[own] as number;
    let at = this.#next[own] as number;
    let largest = this.#largest[own] as number;
    for (; at < last; at++) {
      const passed = this.#rows[at] as number;
      if (!((end[passed] as number) < (start[row] as number))) break;
      if (largest < 0 || (this.#values[passed] as number) > (this.#values[largest] as number)) largest = passed;
    }
    this.#next[own] = at;
    this.#largest[own] = largest;
    return largest;
  }

  /** Group by group, each in the order given. */
  #grouped(rows: Int32Array, group: Int32Array): Int32Array {
    const count = this.#last;
    for (const own of group) count[own] = (count[own] as number) + 1;
    let before = 0;
    count.forEach((size, own) => {
      this.#next[own] = before;
      count[own] = before;
      before += size;
    });
    const grouped = new Int32Array(rows.length);
    for (const row of rows) {
      const own = group[row] as number;
      const place = count[own] as number;
      grouped[place] = row;
      count[own] = place + 1;
    }
    return grouped;
  }
}

/** Whether some layer puts one row before another. */
export const isBefore = (layers: readonly Layer[], x: number, y: number): boolean =>
  layers.some(
    ({ group, start, end }) => (group === null || group[x] === group[y]) && (end[x] as number) < (start[y] as number),
  );
