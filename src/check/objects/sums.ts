/** An amount at a time. */
export interface Amount {
  readonly at: number;
  readonly units: bigint;
}

/** What amounts come to up to some time, again and again: n log n once, then log n each. */
export class Sums {
  readonly #times: Float64Array;
  /** Of the first, of the first two, and so on. */
  readonly #sums: readonly bigint[];

  constructor(amounts: readonly Amount[]) {
    const sorted = [...amounts].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    let sum = 0n;
    this.#times = Float64Array.from(sorted, ({ at }) => at);
    this.#sums = sorted.map(({ units }) => (sum += units));
  }

  upTo(time: number): bigint {
    return this.#first((at) => at <= time);
  }

  before(time: number): bigint {
    return this.#first((at) => at < time);
  }

  #first(isIn: (at: number) => boolean): bigint {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isIn(this.#times[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return this.#sums[low - 1] ?? 0n;
  }
}

/** Something that lasts, and how much it weighs. */
export interface Span {
  readonly from: number;
  /** Never before `from`. */
  readonly until: number;
  readonly units: bigint;
}

/** What the spans of a list weigh that some other span touches: those that begin by its end, less those over before it. */
export class Spans {
  readonly #begun: Sums;
  readonly #over: Sums;

  constructor(spans: readonly Span[]) {
    this.#begun = new Sums(spans.map(({ from, units }) => ({ at: from, units })));
    this.#over = new Sums(spans.map(({ until, units }) => ({ at: until, units })));
  }

  touching({ from, until }: Pick<Span, 'from' | 'until'>): bigint {
    return this.#begun.upTo(until) - this.#over.before(from);
  }
}
