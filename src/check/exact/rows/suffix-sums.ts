/** So many places are gone through one by one before the tree above them is asked. */
const NEAR = 32;

/** Whole numbers at places 0, 1, 2, ..., where sums from a place up to another are compared with 0. */
export class SuffixSums {
  readonly #leaves: number;
  readonly #sum: Int32Array;
  /** By node: the largest sum from one of its places to its last. */
  readonly #best: Int32Array;
  /** By node: 1 where a place below has changed since; then all above it are so too. Brought up to date when asked. */
  readonly #isOld: Uint8Array;

  constructor(weights: Int32Array) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(2, weights.length)));
    this.#sum = new Int32Array(2 * this.#leaves);
    this.#sum.set(weights, this.#leaves);
    this.#best = this.#sum.slice();
    this.#isOld = new Uint8Array(this.#leaves).fill(1);
  }

  add(place: number, weight: number): void {
    const leaf = this.#leaves + place;
    this.#sum[leaf] = (this.#sum[leaf] as number) + weight;
    this.#best[leaf] = this.#sum[leaf] as number;
    for (let node = leaf >> 1; node >= 1 && this.#isOld[node] === 0; node >>= 1) this.#isOld[node] = 1;
  }

  /**
   * The last place from which the sum up to `last`, and `more`, are above 0; -1 when there is none. Below `from` it
   * need not be found.
   */
  lastAbove(last: number, more: number, from = 0): number {
    let sum = more;
    const near = Math.max(from, last - NEAR);
    for (let place = last; place >= near; place--) {
      sum += this.#sum[this.#leaves + place] as number;
      if (sum > 0) return place;
    }
    return near === from ? -1 : this.#above(near - 1, sum);
  }

  /** The same, with the tree; `last` is at least 0. */
  #above(last: number, more: number): number {
    let node = this.#leaves + last;
    let sum = more;
    if (sum + this.#bestOf(node) > 0) return last;
    sum += this.#sum[node] as number;
    for (; node > 1; node >>= 1) {
      if (node % 2 === 0) continue;
      if (sum + this.#bestOf(node - 1) > 0) return this.#within(node - 1, sum);
      sum += this.#sum[node - 1] as number;
    }
    return -1;
  }

  #within(top: number, after: number): number {
    let node = top;
    let sum = after;
    while (node < this.#leaves) {
      const right = 2 * node + 1;
      if (sum + this.#bestOf(right) > 0) {
        node = right;
      } else {
        sum += this.#sum[right] as number;
        node = right - 1;
      }
    }
    return node - this.#leaves;
  }

  #bestOf(node: number): number {
    if (node < this.#leaves && this.#isOld[node] === 1) this.#gather(node);
    return this.#best[node] as number;
  }

  #gather(node: number): void {
    const [left, right] = [2 * node, 2 * node + 1];
    const [before, after] = [this.#bestOf(left), this.#bestOf(right)];
    const last = this.#sum[right] as number;
    this.#sum[node] = (this.#sum[left] as number) + last;
    this.#best[node] = Math.max(after, before + last);
    this.#isOld[node] = 0;
  }
}
