import { once } from '../../once.ts';
import { type Columns, INCREMENT, isIncrement, RETURNED } from '../columns.ts';
import { rowsBy } from './ascending.ts';

/** How many of the ascending values are at most `value`. */
export function countUpTo(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the ascending values are below `value`. */
export function countBelow(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same of values asked one after the other, each found by growing steps from the one before: quick where they nearly rise. */
export class NearBy {
  readonly #values: Float64Array;
  #at = 0;

  constructor(ascending: Float64Array) {
    this.#values = ascending;
  }

  upTo(value: number): number {
    if (Number.isNaN(value)) return 0;
    const values = this.#values;
    let low = this.#at;
    let high = this.#at;
    for (let step = 1; low > 0 && (values[low - 1] as number) > value; step *= 2) {
      high = low - 1;
      low = Math.max(0, high - step);
    }
    for (let step = 1; high < values.length && (values[high] as number) <= value; step *= 2) {
      low = high + 1;
      high = Math.min(values.length, high + step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    this.#at = low;
    return low;
  }

  below(value: number): number {
    const values = this.#values;
    let count = this.upTo(value);
    if (count > 0 && values[count - 1] === value) count = countBelow(values.subarray(0, count), value);
    return count;
  }
}

/** When the increments were sent, ascending. */
export const startsOf = once(({ size, kind, start }: Columns): Float64Array => {
  const found = new Float64Array(size);
  let count = 0;
  for (const row of rowsBy(start)) if (isIncrement(kind[row])) found[count++] = start[row] as number;
  return found.subarray(0, count);
});

/** When the certain increments were complete, ascending. */
export const endsOf = once(({ size, kind, certain, end }: Columns): Float64Array => {
  const found = new Float64Array(size);
  let count = 0;
  for (const row of rowsBy(end)) if (certain[row] === 1 && isIncrement(kind[row])) found[count++] = end[row] as number;
  return found.subarray(0, count);
});

/** The values that increments returned, ascending. */
function returnedIn({ size, kind, low }: Columns): Float64Array {
  const found = new Float64Array(size);
  let count = 0;
  for (let row = 0; row < size; row++) {
    if (kind[row] === RETURNED && !Number.isNaN(low[row])) found[count++] = low[row] as number;
  }
  return found.slice(0, count).sort();
}

/**
 * By row, for what observes: the most it can show. Counts the increments sent by its end that returned no value or one
 * no greater than what it shows.
 */
export const mostBy = once((columns: Columns): Float64Array => {
  const { size, kind, start, end, low } = columns;
  const values = returnedIn(columns);
  const [places, shown] = [new NearBy(values), new NearBy(values)];
  const counted = new Counted(values.length);
  const most = new Float64Array(size);
  const sent = rowsBy(start);
  let next = 0;
  let plain = 0;
  for (const row of rowsBy(end)) {
    for (; next < size && (start[sent[next] as number] as number) <= (end[row] as number); next++) {
      const other = sent[next] as number;
      if (kind[other] === INCREMENT) plain++;
      if (kind[other] === RETURNED) counted.add(places.upTo(low[other] as number));
    }
    if (kind[row] === INCREMENT) continue;
    most[row] = plain + counted.upTo(shown.upTo(low[row] as number));
  }
  return most;
});

/** Counts places from 1 that lie no higher than one: a binary indexed tree. */
class Counted {
  readonly #sums: Int32Array;

  constructor(places: number) {
    this.#sums = new Int32Array(places + 1);
  }

  /** Place 0 counts nowhere. */
  add(place: number): void {
    for (let at = place; at > 0 && at < this.#sums.length; at += at & -at) {
      this.#sums[at] = (this.#sums[at] as number) + 1;
    }
  }

  upTo(place: number): number {
    let count = 0;
    for (let at = place; at > 0; at -= at & -at) count += this.#sums[at] as number;
    return count;
  }
}
