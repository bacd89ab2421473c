/** Ids below it take a bit each. */
const DENSE = 2 ** 27;

/** Which ids were there already: those of a history mostly count up from 0, in no order. */
export class Ids {
  #bits = new Uint32Array(2_048);
  readonly #others = new Set<number>();

  /** False for one that was there. */
  add(id: number): boolean {
    if (id >= DENSE) return this.#others.size < this.#others.add(id).size;
    const [at, bit] = [id >>> 5, 1 << (id & 31)];
    if (at >= this.#bits.length) this.#grow(at);
    const known = this.#bits[at] as number;
    this.#bits[at] = known | bit;
    return (known & bit) === 0;
  }

  #grow(at: number): void {
    const bits = new Uint32Array(Math.max(at + 1, 2 * this.#bits.length));
    bits.set(this.#bits);
    this.#bits = bits;
  }
}
