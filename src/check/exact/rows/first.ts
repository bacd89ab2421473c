/** Which row each value came with first. Values are mostly counts of rows, and take no more than a place each. */
export class FirstRow {
  readonly #near: Int32Array;
  readonly #far = new Map<number, number>();

  /** `size`: how many rows there are. */
  constructor(size: number) {
    this.#near = new Int32Array(size + 1).fill(-1);
  }

  /** The row that a whole number came with before; -1: it has come with this one for the first time. */
  note(value: number, row: number): number {
    if (!(value >= 0 && value < this.#near.length)) return this.#noteFar(value, row);
    const first = this.#near[value] as number;
    if (first < 0) this.#near[value] = row;
    return first;
  }

  #noteFar(value: number, row: number): number {
    const first = this.#far.get(value) ?? -1;
    if (first < 0) this.#far.set(value, row);
    return first;
  }
}
