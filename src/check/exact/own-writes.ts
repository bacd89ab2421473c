import { ascending } from './ascending.ts';
import { type Columns, isIncrement, READ, RETURNED } from './columns.ts';
import { countBelow } from './sent.ts';

/**
 * Which of the reads show less than their own client had made sure of: a value it saw or was given, or the start, and
 * its own increments acknowledged after that. What a client merely saw is left to another name, unless it was given it.
 */
export function missOwnWrites(columns: Columns, reads: readonly number[]): ReadonlySet<number> {
  const byClient = new Map<number, number[]>();
  for (const row of reads) {
    const client = columns.process[row] as number;
    byClient.set(client, [...(byClient.get(client) ?? []), row]);
  }
  const rows = new Map<number, number[]>();
  for (let row = 0; row < columns.size; row++) {
    const client = columns.process[row] as number;
    if (columns.certain[row] === 0 || !byClient.has(client)) continue;
    const own = rows.get(client);
    if (own === undefined) rows.set(client, [row]);
    else own.push(row);
  }
  const missing = new Set<number>();
  for (const [client, own] of byClient) {
    const held = new Held(columns, Int32Array.from(rows.get(client) ?? []));
    for (const row of ascending(columns.start, Int32Array.from(own))) {
      if (held.at(columns.start[row] as number) > (columns.high[row] as number)) missing.add(row);
    }
  }
  return missing;
}

/** What one client holds as time goes on. */
class Held {
  readonly #columns: Columns;
  /** Its observations by their ends; the start value is place 0 and comes before all of them. */
  readonly #floors: Int32Array;
  readonly #ends: Float64Array;
  readonly #increments: Int32Array;
  readonly #sums: LargestSum;
  #passed = 0;
  #complete = 0;
  #placed = 0;
  #given = Number.NEGATIVE_INFINITY;

  constructor(columns: Columns, rows: Int32Array) {
    this.#columns = columns;
    const { kind, end } = columns;
    this.#floors = ascending(
      end,
      rows.filter((row) => kind[row] === READ || kind[row] === RETURNED),
    );
    this.#ends = Float64Array.from(this.#floors, (row) => end[row] as number);
    this.#increments = ascending(
      end,
      rows.filter((row) => isIncrement(kind[row])),
    );
    this.#sums = new LargestSum(this.#floors.length + 1);
    this.#sums.set(0, 0);
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
      const floors = countBelow(this.#ends, start[row] as number);
      for (; this.#placed < floors; this.#placed++) {
        this.#sums.set(this.#placed + 1, low[this.#floors[this.#placed] as number] as number);
      }
      this.#sums.count(floors);
    }
    return Math.max(this.#given, this.#complete === 0 ? Number.NEGATIVE_INFINITY : this.#sums.largest());
  }
}

/** Places with a value each, and counts at places: the largest of a value and all counts from its place on. */
class LargestSum {
  readonly #leaves: number;
  readonly #sum: Float64Array;
  readonly #best: Float64Array;

  constructor(places: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, places)));
    this.#sum = new Float64Array(2 * this.#leaves);
    this.#best = new Float64Array(2 * this.#leaves).fill(Number.NEGATIVE_INFINITY);
  }

  set(place: number, value: number): void {
    const leaf = this.#leaves + place;
    this.#best[leaf] = value + (this.#sum[leaf] as number);
    this.#gather(leaf);
  }

  count(place: number): void {
    const leaf = this.#leaves + place;
    this.#sum[leaf] = (this.#sum[leaf] as number) + 1;
    this.#best[leaf] = (this.#best[leaf] as number) + 1;
    this.#gather(leaf);
  }

  largest(): number {
    return this.#best[1] as number;
  }

  #gather(leaf: number): void {
    for (let node = leaf >> 1; node >= 1; node >>= 1) {
      const [left, right] = [2 * node, 2 * node + 1];
      this.#sum[node] = (this.#sum[left] as number) + (this.#sum[right] as number);
      this.#best[node] = Math.max(
        this.#best[right] as number,
        (this.#best[left] as number) + (this.#sum[right] as number),
      );
    }
  }
}
