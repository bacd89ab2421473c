import { ascending, rowsBy } from './ascending.ts';
import type { Columns } from './columns.ts';

/** Rows in lines of their own, each after the one before it was complete. */
export interface Lanes {
  /** By row, from 0. */
  readonly lane: Int32Array;
  readonly count: number;
  /** Every row, lane by lane, in the order of the lane. */
  readonly rows: Int32Array;
}

/**
 * Cuts what each client did into lanes. Operations of one client that overlap, or touch, have no order among them; such
 * a client counts as several, each operation going to its first lane that is free.
 */
export function lanesOf({ size, process, start, end }: Columns): Lanes {
  const lane = new Int32Array(size);
  const byStart = ascending(start, rowsBy(end));
  let count = 0;
  for (const rows of grouped(process, byStart)) {
    const lines = new FirstFree(rows.length);
    let used = 0;
    for (const row of rows) {
      const line = lines.take(start[row] as number, end[row] as number);
      used = Math.max(used, line + 1);
      lane[row] = count + line;
    }
    count += used;
  }
  const rows = new Int32Array(size);
  let filled = 0;
  for (const group of grouped(lane, byStart)) {
    rows.set(group, filled);
    filled += group.length;
  }
  return { lane, count, rows };
}

/** The rows of each number, in the order given. */
function grouped(numbers: Int32Array, rows: Int32Array): readonly Int32Array[] {
  const next = new Int32Array(numbers.reduce((most, one) => Math.max(most, one), -1) + 2);
  for (const one of numbers) next[one + 1] = (next[one + 1] as number) + 1;
  for (let i = 1; i < next.length; i++) next[i] = (next[i] as number) + (next[i - 1] as number);
  const firsts = next.slice();
  const sorted = new Int32Array(rows.length);
  for (const row of rows) {
    const one = numbers[row] as number;
    sorted[next[one] as number] = row;
    next[one] = (next[one] as number) + 1;
  }
  return Array.from({ length: firsts.length - 1 }, (_, i) =>
    sorted.subarray(firsts[i] as number, firsts[i + 1] as number),
  );
}

/** Lanes by the ends of what is last in them; a tree finds the first that ended before a time. */
class FirstFree {
  readonly #leaves: number;
  readonly #earliest: Float64Array;

  constructor(most: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, most)));
    this.#earliest = new Float64Array(2 * this.#leaves).fill(Number.NEGATIVE_INFINITY);
  }

  take(start: number, end: number): number {
    const earliest = this.#earliest;
    let node = 1;
    while (node < this.#leaves) node = 2 * node + ((earliest[2 * node] as number) < start ? 0 : 1);
    earliest[node] = end;
    const lane = node - this.#leaves;
    for (node >>= 1; node >= 1; node >>= 1) {
      earliest[node] = Math.min(earliest[2 * node] as number, earliest[2 * node + 1] as number);
    }
    return lane;
  }
}
