import type { Columns } from '../columns.ts';
import { ascending, grouped, rowsBy } from './ascending.ts';

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
  const byStart = byStartThenEnd(start, end);
  let count = 0;
  for (const rows of grouped(process, byStart)) {
    const lines = new FirstFree();
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

/** Those that begin together by their ends; mostly there are few of them. */
function byStartThenEnd(start: Float64Array, end: Float64Array): Int32Array {
  const rows = rowsBy(start).slice();
  for (let from = 0, to = 1; from < rows.length; from = to++) {
    while (to < rows.length && start[rows[to] as number] === start[rows[from] as number]) to++;
    if (to - from > 1) rows.set(ascending(end, rows.subarray(from, to)), from);
  }
  return rows;
}

/**
 * Lanes by the ends of what is last in them. Most clients have one; a tree, which grows with their number, finds the
 * first other that ended before a time.
 */
class FirstFree {
  #leaves = 1;
  #first = Number.NEGATIVE_INFINITY;
  #earliest = new Float64Array(2).fill(Number.NEGATIVE_INFINITY);

  take(start: number, end: number): number {
    if (this.#first < start) {
      this.#first = end;
      return 0;
    }
    return 1 + this.#other(start, end);
  }

  #other(start: number, end: number): number {
    while (!((this.#earliest[1] as number) < start)) this.#grow();
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

  /** As many lanes more, all free. */
  #grow(): void {
    const [before, leaves] = [this.#earliest, 2 * this.#leaves];
    const earliest = new Float64Array(2 * leaves).fill(Number.NEGATIVE_INFINITY);
    earliest.set(before.subarray(this.#leaves), leaves);
    for (let node = leaves - 1; node >= 1; node--) {
      earliest[node] = Math.min(earliest[2 * node] as number, earliest[2 * node + 1] as number);
    }
    [this.#leaves, this.#earliest] = [leaves, earliest];
  }
}
