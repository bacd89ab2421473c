import { once } from './once.ts';

/** Below it a comparing sort is faster than filling buckets. */
const FEW = 2_000;
const DIGITS = 4;
const BUCKETS = 65_536;

/** Every row in ascending order of the values, equal ones as they stand; not to be written to. */
export const rowsBy = once((values: Float64Array): Int32Array => ascending(values, everyRow(values.length)));

/** The rows in ascending order of their values, equal ones as they stood; the same array when they are so already. */
export function ascending(values: Float64Array, rows: Int32Array): Int32Array {
  if (isAscending(values, rows)) return rows;
  return rows.length < FEW ? compared(values, rows) : distributed(values, rows);
}

export function everyRow(size: number): Int32Array {
  const rows = new Int32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
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
