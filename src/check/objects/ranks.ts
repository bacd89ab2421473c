/** How many numbers of a list are at most some number, again and again: n log n once, then log n each. */
export class Ranks {
  readonly #sorted: Float64Array;

  constructor(numbers: readonly number[]) {
    this.#sorted = Float64Array.from(numbers).sort();
  }

  atMost(number: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] as number) <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  below(number: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
