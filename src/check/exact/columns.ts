/** An increment whose answer told nothing. */
export const INCREMENT = 0;
/** An increment that returned the value after it. */
export const RETURNED = 1;
export const READ = 2;
/** An increment that was refused because the limit was reached. */
export const REFUSED = 3;

/**
 * The operations on one counter, a row each, as columns of plain numbers. Values are whole steps from the start value.
 * A row that observes proves that the value reached `low` and needs it to be at most `high` where it takes effect: a
 * read of v has v and v; an increment that returned v has v and v - 1, and is the v-th increment; a refusal has the
 * limit and Infinity. An increment that tells nothing has 0 and Infinity. NaN is a value that no steps make.
 */
export interface Columns {
  readonly size: number;
  /** The highest value allowed; Infinity without a limit. */
  readonly limit: number;
  readonly kind: Uint8Array;
  /** 1: it took effect; 0: it may have, at any time from its start on, and comes before nothing. */
  readonly certain: Uint8Array;
  /** Nanoseconds. */
  readonly start: Float64Array;
  /** Nanoseconds; Infinity for what is not certain. */
  readonly end: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Numbers the clients. */
  readonly process: Int32Array;
  /** Where the operation stands in the list the columns were made of. */
  readonly index: Int32Array;
}

export interface Row {
  readonly kind: number;
  readonly certain: boolean;
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
  readonly process: number;
  readonly index: number;
}

/** A plain increment or one that returned its value. */
export const isIncrement = (kind: number | undefined): boolean => kind === INCREMENT || kind === RETURNED;

/** Gathers rows one by one; `room` is how many are expected. */
export class ColumnsBuilder {
  #size = 0;
  #kind: Uint8Array<ArrayBuffer>;
  #certain: Uint8Array<ArrayBuffer>;
  #start: Float64Array<ArrayBuffer>;
  #end: Float64Array<ArrayBuffer>;
  #low: Float64Array<ArrayBuffer>;
  #high: Float64Array<ArrayBuffer>;
  #process: Int32Array<ArrayBuffer>;
  #index: Int32Array<ArrayBuffer>;

  constructor(room = 64) {
    this.#kind = new Uint8Array(room);
    this.#certain = new Uint8Array(room);
    this.#start = new Float64Array(room);
    this.#end = new Float64Array(room);
    this.#low = new Float64Array(room);
    this.#high = new Float64Array(room);
    this.#process = new Int32Array(room);
    this.#index = new Int32Array(room);
  }

  add(row: Row): void {
    if (this.#size === this.#kind.length) this.#grow();
    const at = this.#size++;
    this.#kind[at] = row.kind;
    this.#certain[at] = row.certain ? 1 : 0;
    this.#start[at] = row.start;
    this.#end[at] = row.certain ? row.end : Number.POSITIVE_INFINITY;
    this.#low[at] = row.low;
    this.#high[at] = row.high;
    this.#process[at] = row.process;
    this.#index[at] = row.index;
  }

  end(limit: number): Columns {
    const size = this.#size;
    return {
      size,
      limit,
      kind: cut(this.#kind, size),
      certain: cut(this.#certain, size),
      start: cut(this.#start, size),
      end: cut(this.#end, size),
      low: cut(this.#low, size),
      high: cut(this.#high, size),
      process: cut(this.#process, size),
      index: cut(this.#index, size),
    };
  }

  #grow(): void {
    const room = Math.max(64, 2 * this.#size);
    this.#kind = copied(this.#kind, new Uint8Array(room));
    this.#certain = copied(this.#certain, new Uint8Array(room));
    this.#start = copied(this.#start, new Float64Array(room));
    this.#end = copied(this.#end, new Float64Array(room));
    this.#low = copied(this.#low, new Float64Array(room));
    this.#high = copied(this.#high, new Float64Array(room));
    this.#process = copied(this.#process, new Int32Array(room));
    this.#index = copied(this.#index, new Int32Array(room));
  }
}

const cut = <T extends { readonly length: number; subarray(from: number, to: number): T }>(
  array: T,
  size: number,
): T => (array.length === size ? array : array.subarray(0, size));

function copied<T extends { set(from: ArrayLike<number>): void } & ArrayLike<number>>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The same rows with every value counted from another start value, `by` steps above. From above the limit nothing goes higher. */
export function fromStart(columns: Columns, by: number): Columns {
  const observes = (row: number): boolean => columns.kind[row] !== INCREMENT;
  return {
    ...columns,
    limit: Math.max(0, columns.limit - by),
    low: columns.low.map((low, row) => (observes(row) ? low - by : low)),
    high: columns.high.map((high, row) => (observes(row) ? high - by : high)),
  };
}

/** How many increments there are, returned values or not, certain or not: no value can be above it. */
export function incrementsIn({ size, kind }: Columns): number {
  let count = 0;
  for (let row = 0; row < size; row++) if (isIncrement(kind[row])) count++;
  return count;
}
