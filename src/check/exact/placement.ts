import { repeated, wrongAlone } from './alone.ts';
import { ascending } from './ascending.ts';
import { elsewhere } from './between.ts';
import { type Columns, INCREMENT, incrementsIn, RETURNED } from './columns.ts';
import { free } from './core.ts';
import type { Layer } from './layers.ts';
import { ceilingValue, firstInverted, floorsIn, floorValue, type Neighbours, neighboursIn } from './neighbours.ts';
import { type Witness, witness } from './witness.ts';

/** The slot of each increment by row, 0 for every other row and for uncertain increments that are left out. */
export type Placement =
  | { readonly slot: Int32Array; readonly witness: null }
  | { readonly slot: null; readonly witness: Witness };

/**
 * Gives every increment a slot in any order made of layers, or a contradiction of a few operations. There is an
 * explanation of all values that keeps the order exactly when there are such slots. `others`: unrecorded increments
 * may fill slots. `known`: what bounds each row in that order, where somebody has found out already.
 */
export function placeIncrements(
  columns: Columns,
  layers: readonly Layer[],
  others = false,
  known: Neighbours | null = null,
): Placement {
  const most = others ? Number.POSITIVE_INFINITY : incrementsIn(columns);
  const wrong = repeated(columns) ?? wrongAlone(columns, most);
  if (wrong !== null) return { slot: null, witness: wrong };
  const near = known ?? neighboursIn(columns, layers);
  const inverted = firstInverted(columns, near);
  if (inverted >= 0) {
    const floors = [near.floor[inverted] as number];
    return { slot: null, witness: witness('inversion', { floors, ceilings: [inverted] }) };
  }
  return new Filling(columns, near).run(layers, others);
}

export interface Starvation {
  /** Slots up to the highest value that no increment is left for, whatever the increments' ceilings are. */
  readonly empty: number;
  /** Why one of them is; null when none is. */
  readonly witness: Witness | null;
}

export function starvation(given: Columns, layers: readonly Layer[]): Starvation {
  // Values that nothing makes would ask for increments without end.
  const columns = {
    ...given,
    low: given.low.map((value) => (Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY)),
  };
  const filling = new Filling(columns, {
    floor: floorsIn(columns, layers),
    ceiling: new Int32Array(columns.size).fill(-1),
  });
  filling.fill();
  return { empty: filling.empty(), witness: filling.starved(layers) };
}

const FREE = -1;

/** The increments by their ceilings, each in the lowest free slot above its floor. */
class Filling {
  readonly #columns: Columns;
  readonly #near: Neighbours;
  readonly #jobs: Int32Array;
  readonly #proven: number;
  /** By slot: the row in it. */
  readonly #holder: Int32Array;
  readonly #next: Int32Array;

  constructor(columns: Columns, near: Neighbours) {
    this.#columns = columns;
    this.#near = near;
    const { kind, low, end } = columns;
    const jobs = ascending(end, rowsWhere(kind, INCREMENT));
    const due = Float64Array.from(kind, (_, row) => this.#due(row));
    this.#jobs = ascending(due, jobs);
    this.#proven = low.reduce((most, one) => Math.max(most, one), 0);
    this.#holder = new Int32Array(this.#proven + jobs.length + 2).fill(FREE);
    for (const row of rowsWhere(kind, RETURNED)) if ((low[row] as number) > 0) this.#holder[low[row] as number] = row;
    this.#next = this.#holder.map((row, slot) => (row === FREE ? slot : slot + 1));
  }

  run(layers: readonly Layer[], others: boolean): Placement {
    const contradiction = this.fill() ?? (others ? null : this.starved(layers)) ?? this.#overflow();
    if (contradiction !== null) return { slot: null, witness: contradiction };
    return { slot: this.#slots(), witness: null };
  }

  /** Ends with a contradiction at the first increment that cannot be placed. */
  fill(): Witness | null {
    for (const job of this.#jobs) {
      const slot = free(this.#next, this.#least(job));
      if (slot > this.#due(job)) return this.#crowded(job);
      this.#holder[slot] = job;
      this.#next[slot] = slot + 1;
    }
    return null;
  }

  empty(): number {
    return this.#holder.subarray(1, this.#proven + 1).filter((row) => row === FREE).length;
  }

  #slots(): Int32Array {
    const slots = new Int32Array(this.#columns.size);
    this.#holder.forEach((row, slot) => {
      if (row !== FREE && (slot <= this.#proven || this.#isCertain(row))) slots[row] = slot;
    });
    return slots;
  }

  #isCertain(row: number): boolean {
    return this.#columns.certain[row] === 1;
  }

  /** The lowest slot that its floor leaves it. */
  #least(row: number): number {
    return 1 + floorValue(this.#columns, this.#near, row);
  }

  /** The highest slot that its ceiling leaves it. */
  #due(row: number): number {
    return ceilingValue(this.#columns, this.#near, row);
  }

  /** The slots below the increment's last one are full with increments that none of them could have left. */
  #crowded(job: number): Witness {
    const due = this.#due(job);
    const block = this.#blockBelow(due, () => true);
    const parts = this.#above([...block, job]);
    const plain = parts.increments.filter((row) => this.#columns.kind[row] === INCREMENT);
    const ceilings = new Set(plain.map((row) => this.#near.ceiling[row] as number));
    return witness('lost', { ...parts, ceilings: [...ceilings] });
  }

  /** The slots up to the highest value are full with certain increments, and more are left than the limit has room for. */
  #overflow(): Witness | null {
    const { limit } = this.#columns;
    const beyond = this.#rowsFrom(this.#proven + 1).filter((row) => this.#isCertain(row));
    if (beyond.length <= limit - this.#proven) return null;
    const block = this.#blockBelow(this.#proven, (row) => this.#isCertain(row));
    return witness('overflow', this.#above([...block, ...beyond]));
  }

  #rowsFrom(slot: number): readonly number[] {
    return [...this.#holder.subarray(slot)].filter((row) => row !== FREE);
  }

  #blockBelow(top: number, holds: (row: number) => boolean): readonly number[] {
    const rows: number[] = [];
    for (let slot = top; slot >= 1; slot--) {
      const row = this.#holder[slot] as number;
      if (row === FREE || !holds(row)) break;
      rows.push(row);
    }
    return rows;
  }

  /** The increments with the floors that keep them up, without returned values that lie below these. */
  #above(increments: readonly number[]): {
    readonly floors: readonly number[];
    readonly increments: readonly number[];
  } {
    const { kind, low } = this.#columns;
    const floors = new Set(
      increments.filter((row) => kind[row] === INCREMENT).map((row) => this.#near.floor[row] as number),
    );
    if (floors.has(-1) || [...floors].some((row) => !((low[row] as number) > 0))) return { floors: [], increments };
    const least = Math.min(...[...floors].map((row) => low[row] as number));
    const kept = increments.filter((row) => kind[row] === INCREMENT || (low[row] as number) > least);
    return { floors: [...floors], increments: kept };
  }

  /** A slot up to the highest value that no increment is left for; null when there is none. */
  starved(layers: readonly Layer[]): Witness | null {
    let slot = this.#proven;
    while (slot > 0 && this.#holder[slot] !== FREE) slot--;
    if (slot === 0) return null;
    const floors = firstToShow(this.#columns, layers, slot);
    return witness('impossible', { floors, increments: elsewhere(this.#columns, layers, floors, []) });
  }
}

/** In each group of each layer, the first operation to end that shows the value: what comes after any comes after one of these. */
function firstToShow({ kind, low }: Columns, layers: readonly Layer[], value: number): readonly number[] {
  const found = layers.flatMap(({ group, groups, end }) => {
    const first = new Int32Array(groups).fill(-1);
    low.forEach((shown, row) => {
      if (kind[row] === INCREMENT || !(shown >= value)) return;
      const own = group === null ? 0 : (group[row] as number);
      const best = first[own] as number;
      if (best < 0 || (end[row] as number) < (end[best] as number)) first[own] = row;
    });
    return [...first].filter((row) => row >= 0);
  });
  return [...new Set(found)];
}

function rowsWhere(kind: Uint8Array, wanted: number): Int32Array {
  let found = 0;
  const rows = new Int32Array(kind.length);
  for (let row = 0; row < kind.length; row++) if (kind[row] === wanted) rows[found++] = row;
  return rows.subarray(0, found);
}
