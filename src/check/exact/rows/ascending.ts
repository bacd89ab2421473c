import { once } from '../../once.ts';

/** Below it a comparing sort is faster than filling buckets. */
const FEW = 2_000;
/** Times are out of place by as many rows as operations overlap; with more than so many, buckets are faster. */
const NEAR = 40;
const DIGITS = 4;
const BUCKETS = 65_536;

/** Every row in ascending order of the values, equal ones as they stand; not to be written to. */
export const rowsBy = once((values: Float64Array): Int32Array => ascending(values, everyRow(values.length)));

/** Every row in descending order of the values, equal ones as they stand. */
export function fallingBy(values: Float64Array): Int32Array {
  const rows = rowsBy(values).slice().reverse();
  turnEqual(values, rows);
  return rows;
}

/** The rows in ascending order of their values, equal ones as they stood; the same array when they are so already. */
export function ascending(values: Float64Array, rows: Int32Array): Int32Array {
  if (isAscending(values, rows)) return rows;
  return rows.length < FEW ? compared(values, rows) : (inserted(values, rows) ?? distributed(values, rows));
}

export function everyRow(size: number): Int32Array {
  const rows = new Int32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
}

/** Some of the rows by the number that each has, counted from 0; those of one number in the order given. */
export function grouped(numbers: Int32Array, rows: Int32Array): readonly Int32Array[] {
  const next = new Int32Array(numbers.reduce((most, one) => Math.max(most, one), -1) + 2);
  for (const row of rows) next[(numbers[row] as number) + 1] = (next[(numbers[row] as number) + 1] as number) + 1;
  for (let i = 1; i < next.length; i++) next[i] = (next[i] as number) + (next[i - 1] as number);
  const firsts = next.slice();
  const sorted = new Int32Array(rows.length);
  for (const row of rows) {
    const one = numbers[row] as number;
    sorted[next[one] as number] = row;
    next[one] = (next[one] as number) + 1;
  }
  return Array.from({ length: firsts.length - 1 }, (_, i) =>
    sorted.subarray(firsts[i] as number, firsts[i + 1] as number),
  );
}

/** The values of some rows, as these stand. */
export function valuesOf(values: Float64Array, rows: Int32Array): Float64Array {
  const found = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) found[i] = values[rows[i] as number] as number;
  return found;
}

/** Those of some rows of which something holds, in their order. */
export function rowsOf(rows: Int32Array, holds: (row: number) => boolean): Int32Array {
  const found = new Int32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (holds(rows[i] as number)) found[count++] = rows[i] as number;
  return found.slice(0, count);
}

/** Those of so many rows of which something holds. */
export function rowsThat(size: number, holds: (row: number) => boolean): readonly number[] {
  const found: number[] = [];
  for (let row = 0; row < size; row++) if (holds(row)) found.push(row);
  return found;
}

/** The rows of some lists, of so many that there are, each where it stands first. */
export function distinct(size: number, ...lists: readonly (readonly number[])[]): readonly number[] {
  const isIn = new Uint8Array(size);
  const found: number[] = [];
  for (const list of lists) {
    for (const row of list) {
      if (isIn[row] === 0) found.push(row);
      isIn[row] = 1;
    }
  }
  return found;
}

function isAscending(values: Float64Array, rows: Int32Array): boolean {
  for (let i = 1; i < rows.length; i++) {
    if ((values[rows[i - 1] as number] as number) > (values[rows[i] as number] as number)) return false;
  }
  return true;
}

function compared(values: Float64Array, rows: Int32Array): Int32Array {
  return rows.slice().sort((a, b) => {
    const [x, y] = [values[a] as number, values[b] as number];
    if (x < y) return -1;
    return x > y ? 1 : 0;
  });
}

/** For rows that nearly rise, or nearly fall, but for those without a bound; null as soon as it takes too many moves. */
function inserted(values: Float64Array, rows: Int32Array): Int32Array | null {
  const bounded = boundedOf(values, rows);
  const falls = (values[bounded[0] as number] as number) > (values[bounded.at(-1) as number] as number);
  if (falls) bounded.reverse();
  if (!insert(values, bounded)) return null;
  if (falls) turnEqual(values, bounded);
  if (bounded.length === rows.length) return bounded;
  const below = rows.filter((row) => values[row] === Number.NEGATIVE_INFINITY);
  const all = new Int32Array(rows.length);
  all.set(below);
  all.set(bounded, below.length);
  all.set(
    rows.filter((row) => values[row] === Number.POSITIVE_INFINITY),
    below.length + bounded.length,
  );
  return all;
}

/** Those with a finite value, as a copy. */
function boundedOf(values: Float64Array, rows: Int32Array): Int32Array {
  const found = new Int32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (Number.isFinite(values[row])) found[count++] = row;
  }
  return found.subarray(0, count);
}

/** The values are moved with their rows, so that they are looked for where they were just left. */
function insert(values: Float64Array, rows: Int32Array): boolean {
  const moved = valuesOf(values, rows);
  let moves = 0;
  for (let i = 1; i < rows.length; i++) {
    const row = rows[i] as number;
    const value = moved[i] as number;
    let place = i;
    for (; place > 0 && (moved[place - 1] as number) > value; place--) {
      moved[place] = moved[place - 1] as number;
      rows[place] = rows[place - 1] as number;
    }
    moved[place] = value;
    rows[place] = row;
    moves += i - place;
    if (moves > NEAR * (i + FEW)) return false;
  }
  return true;
}

/** Equal ones stand in reverse. */
function turnEqual(values: Float64Array, rows: Int32Array): void {
  for (let from = 0, to = 1; from < rows.length; from = to++) {
    while (to < rows.length && values[rows[to] as number] === values[rows[from] as number]) to++;
    if (to - from > 1) rows.subarray(from, to).reverse();
  }
}

/** Sorts by 16 bits at a time, the lowest first: linear in the number of rows. */
function distributed(values: Float64Array, rows: Int32Array): Int32Array {
  const digits = ordered(values);
  let from: Int32Array = rows;
  let to: Int32Array = new Int32Array(rows.length);
  for (let digit = 0; digit < DIGITS; digit++) {
    const next = placesOf(digits, digit, from);
    if (next === null) continue;
    for (let i = 0; i < from.length; i++) {
      const row = from[i] as number;
      const bucket = digits[DIGITS * row + digit] as number;
      const place = next[bucket] as number;
      next[bucket] = place + 1;
      to[place] = row;
    }
    [from, to] = [to, from === rows ? new Int32Array(rows.length) : from];
  }
  return from;
}

/** Where each bucket begins; null when all rows fall into one. */
function placesOf(digits: Uint16Array, digit: number, rows: Int32Array): Int32Array | null {
  const next = new Int32Array(BUCKETS);
  for (let i = 0; i < rows.length; i++) {
    const bucket = digits[DIGITS * (rows[i] as number) + digit] as number;
    next[bucket] = (next[bucket] as number) + 1;
  }
  let before = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = next[bucket] as number;
    if (count === rows.length) return null;
    next[bucket] = before;
    before += count;
  }
  return next;
}

/**
 * The bits of IEEE 754 doubles, changed so that they are in order as unsigned integers: all bits of a negative number
 * are inverted, of any other the sign. Lowest digit first, as this machine stores it.
 */
function ordered(values: Float64Array): Uint16Array {
  // Adding 0 makes -0 equal to 0.
  const digits = new Uint16Array(values.map((value) => value + 0).buffer);
  for (let i = 0; i < digits.length; i += DIGITS) {
    const top = digits[i + 3] as number;
    if (top < 0x8000) {
      digits[i + 3] = top ^ 0x8000;
    } else {
      for (let digit = 0; digit < DIGITS; digit++) digits[i + digit] = (digits[i + digit] as number) ^ 0xffff;
    }
  }
  return digits;
}
