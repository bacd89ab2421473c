import { type Columns, isIncrement, READ, RETURNED } from './columns.ts';
import { free } from './core.ts';
import { everyRow, grouped, rowsBy, rowsOf, valuesOf } from './rows/ascending.ts';
import { NearBy } from './rows/sent.ts';

/**
 * By row: 1 for those of the reads, given by their starts, that show less than their own client had made sure of: a value it saw or was given, or the start, and
 * its own increments acknowledged after that. What a client merely saw is left to another name, unless it was given it.
 */
export function missOwnWrites(columns: Columns, reads: Int32Array): Uint8Array {
  const { size, process, certain, start, end, high } = columns;
  const byClient = grouped(process, reads);
  const sure = grouped(
    process,
    rowsBy(end).filter((row) => certain[row] === 1),
  );
  const missing = new Uint8Array(size);
  for (const [client, own] of byClient.entries()) {
    if (own.length === 0) continue;
    const held = new Held(columns, sure[client] as Int32Array);
    for (const row of own) if (held.at(start[row] as number) > (high[row] as number)) missing[row] = 1;
  }
  return missing;
}

/** What one client holds as time goes on. */
class Held {
  readonly #columns: Columns;
  /** Its observations by their ends; the start value is place 0 and comes before all of them. */
  readonly #floors: Int32Array;
  readonly #ends: Float64Array;
  readonly #before: NearBy;
  readonly #increments: Int32Array;
  readonly #sums: LargestSum;
  #passed = 0;
  #complete = 0;
  #given = Number.NEGATIVE_INFINITY;

  /** The rows by their ends. */
  constructor(columns: Columns, rows: Int32Array) {
    this.#columns = columns;
    const { kind, end } = columns;
    this.#floors = rowsOf(rows, (row) => kind[row] === READ || kind[row] === RETURNED);
    this.#ends = valuesOf(end, this.#floors);
    this.#before = new NearBy(this.#ends);
    this.#increments = rowsOf(rows, (row) => isIncrement(kind[row]));
    this.#sums = new LargestSum(this.#floors.length + 1);
    this.#sums.append(0);
  }

  /** The largest of: a floor and the increments after it, where there are any; a value it was given. Times must rise. */
  at(time: number): number {
    const { kind, start, end, low } = this.#columns;
    for (; this.#passed < this.#floors.length && (this.#ends[this.#passed] as number) < time; this.#passed++) {
      const row = this.#floors[this.#passed] as number;
      if (kind[row] === RETURNED) this.#given = Math.max(this.#given, low[row] as number);
    }
    for (; this.#complete < this.#increments.length; this.#complete++) {
      const row = this.#increments[this.#complete] as number;
      if (!((end[row] as number) < time)) break;
      const floors = this.#before.below(start[row] as number);
      while (this.#sums.places <= floors)
        this.#sums.append(low[this.#floors[this.#sums.places - 1] as number] as number);
      this.#sums.count(floors);
    }
    return Math.max(this.#given, this.#complete === 0 ? Number.NEGATIVE_INFINITY : this.#sums.largest);
  }
}

/**
 * Places with a value each: the largest of a value and what was counted at its place or a later one. What is counted
 * at a place goes for all before it, so that a value matters only while it is larger than all that stand before it.
 */
class LargestSum {
  places = 0;
  largest = Number.NEGATIVE_INFINITY;
  /** By place: how much larger it is than all before it. */
  readonly #ahead: Float64Array;
  /** Leads from a place to the next one that matters, or that has no value yet. */
  readonly #next: Int32Array;

  constructor(most: number) {
    this.#ahead = new Float64Array(most);
    this.#next = everyRow(most + 1);
  }

  append(value: number): void {
    const place = this.places++;
    if (value > this.largest) {
      this.#ahead[place] = value - this.largest;
      this.largest = value;
    } else this.#next[place] = place + 1;
  }

  count(place: number): void {
    const later = free(this.#next, place + 1);
    if (later >= this.places) {
      this.largest += 1;
      return;
    }
    const ahead = (this.#ahead[later] as number) - 1;
    this.#ahead[later] = ahead;
    if (ahead === 0) this.#next[later] = later + 1;
  }
}
