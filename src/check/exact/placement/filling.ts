import { type Columns, INCREMENT, RETURNED } from '../columns.ts';
import { free } from '../core.ts';
import { ascending, rowsBy, rowsOf } from '../rows/ascending.ts';
import { ceilingValue, floorValue, type Neighbours } from '../rows/neighbours.ts';

const FREE = -1;

/** The increments by their ceilings, each in the lowest free slot above its floor. */
export class Filling {
  readonly columns: Columns;
  /** The highest value that was seen. */
  readonly proven: number;
  readonly #near: Neighbours;
  readonly #jobs: Int32Array;
  /** By slot: the row in it. */
  readonly #holder: Int32Array;
  readonly #next: Int32Array;

  constructor(columns: Columns, near: Neighbours) {
    this.columns = columns;
    this.#near = near;
    const { kind, low, end } = columns;
    // What must come first ends first, so that equal ceilings keep the order too.
    const byEnd = rowsOf(rowsBy(end), (row) => kind[row] === INCREMENT);
    const due = new Float64Array(kind.length);
    for (const row of byEnd) due[row] = this.due(row);
    this.#jobs = ascending(due, byEnd);
    this.proven = low.reduce((most, one) => Math.max(most, one), 0);
    this.#holder = new Int32Array(this.proven + byEnd.length + 2).fill(FREE);
    for (let row = 0; row < kind.length; row++) {
      if (kind[row] === RETURNED && (low[row] as number) > 0) this.#holder[low[row] as number] = row;
    }
    this.#next = this.#holder.map((row, slot) => (row === FREE ? slot : slot + 1));
  }

  /** Ends at the first increment that its ceiling leaves no slot, and tells it; -1 when all are placed. */
  fill(): number {
    for (const job of this.#jobs) {
      const slot = free(this.#next, this.least(job));
      if (slot > this.due(job)) return job;
      this.#holder[slot] = job;
      this.#next[slot] = slot + 1;
    }
    return -1;
  }

  /** By row: the slot of each increment, 0 for uncertain ones that nobody needs. */
  slots(): Int32Array {
    const slots = new Int32Array(this.columns.size);
    this.#holder.forEach((row, slot) => {
      if (row !== FREE && (slot <= this.proven || this.isCertain(row))) slots[row] = slot;
    });
    return slots;
  }

  /** The lowest slot that its floor leaves an increment. */
  least(row: number): number {
    return 1 + floorValue(this.columns, this.#near, row);
  }

  /** The highest slot that its ceiling leaves it. */
  due(row: number): number {
    return ceilingValue(this.columns, this.#near, row);
  }

  isCertain(row: number): boolean {
    return this.columns.certain[row] === 1;
  }

  /** How many slots up to the highest value have no increment. */
  empty(): number {
    return this.#holder.subarray(1, this.proven + 1).filter((row) => row === FREE).length;
  }

  /** The highest of these; 0 for none. */
  highestEmpty(): number {
    let slot = this.proven;
    while (slot > 0 && this.#holder[slot] !== FREE) slot--;
    return slot;
  }

  /** What is above the highest value. */
  beyond(): readonly number[] {
    return [...this.#holder.subarray(this.proven + 1)].filter((row) => row !== FREE);
  }

  /** What fills the slots from `top` down to the first that is free, or holds something else. */
  blockBelow(top: number, holds: (row: number) => boolean = () => true): readonly number[] {
    const rows: number[] = [];
    for (let slot = top; slot >= 1; slot--) {
      const row = this.#holder[slot] as number;
      if (row === FREE || !holds(row)) break;
      rows.push(row);
    }
    return rows;
  }
}
