/** Whole numbers at places 0, 1, 2, ..., where sums from a place up to another are compared with 0. */
export class SuffixSums {
  readonly #leaves: number;
  readonly #sum: Int32Array;
  /** By node: the largest sum from one of its places to its last. */
  readonly #best: Int32Array;

  constructor(weights: Int32Array) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(2, weights.length)));
    this.#sum = new Int32Array(2 * this.#leaves);
    this.#sum.set(weights, this.#leaves);
    this.#best = this.#sum.slice();
    for (let node = this.#leaves - 1; node >= 1; node--) this.#gather(node);
  }

  add(place: number, weight: number): void {
    let node = this.#leaves + place;
    this.#sum[node] = (this.#sum[node] as number) + weight;
    this.#best[node] = this.#sum[node] as number;
    for (node >>= 1; node >= 1; node >>= 1) this.#gather(node);
  }

  /** The last place from which the sum up to `last`, and `more`, are above 0; -1 when there is none. */
  lastAbove(last: number, more: number): number {
    let node = this.#leaves + last;
    let sum = more;
    if (sum + (this.#best[node] as number) > 0) return last;
    sum += this.#sum[node] as number;
    for (; node > 1; node >>= 1) {
      if (node % 2 === 0) continue;
      if (sum + (this.#best[node - 1] as number) > 0) return this.#within(node - 1, sum);
      sum += this.#sum[node - 1] as number;
    }
    return -1;
  }

  #within(top: number, after: number): number {
    let node = top;
    let sum = after;
    while (node < this.#leaves) {
      const right = 2 * node + 1;
      if (sum + (this.#best[right] as number) > 0) {
        node = right;
      } else {
        sum += this.#sum[right] as number;
        node = right - 1;
      }
    }
    return node - this.#leaves;
  }

  #gather(node: number): void {
    const [left, right] = [2 * node, 2 * node + 1];
    this.#sum[node] = (this.#sum[left] as number) + (this.#sum[right] as number);
    this.#best[node] = Math.max(
      this.#best[right] as number,
      (this.#best[left] as number) + (this.#sum[right] as number),
    );
  }
}
