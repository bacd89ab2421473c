import { rowsBy } from './ascending.ts';
import { type Columns, INCREMENT, isIncrement, RETURNED } from './columns.ts';
import { once } from './once.ts';

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

/** When the increments were sent, ascending. */
export const startsOf = once(({ kind, start }: Columns): Float64Array => {
  const rows = rowsBy(start).filter((row) => isIncrement(kind[row]));
  return Float64Array.from(rows, (row) => start[row] as number);
});

/** When the certain increments were complete, ascending. */
export const endsOf = once(({ kind, certain, end }: Columns): Float64Array => {
  const rows = rowsBy(end).filter((row) => isIncrement(kind[row]) && certain[row] === 1);
  return Float64Array.from(rows, (row) => end[row] as number);
});

/**
 * By row, for what observes: the most it can show. Counts the increments sent by its end that returned no value or one
 * no greater than what it shows.
 */
export const mostBy = once((columns: Columns): Float64Array => {
  const { size, kind, start, end, low } = columns;
  const plain = start.filter((_, row) => kind[row] === INCREMENT).sort();
  const values = low.filter((value, row) => kind[row] === RETURNED && !Number.isNaN(value)).sort();
  const counted = new Counted(values.length);
  const most = new Float64Array(size);
  const sent = rowsBy(start);
  let next = 0;
  for (const row of rowsBy(end)) {
    for (; next < size && (start[sent[next] as number] as number) <= (end[row] as number); next++) {
      const other = sent[next] as number;
      if (kind[other] === RETURNED) counted.add(countUpTo(values, low[other] as number));
    }
    if (kind[row] === INCREMENT) continue;
    most[row] = countUpTo(plain, end[row] as number) + counted.upTo(countUpTo(values, low[row] as number));
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
