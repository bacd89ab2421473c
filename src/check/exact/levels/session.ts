import { type Columns, INCREMENT, incrementsIn, isIncrement, REFUSED, RETURNED } from '../columns.ts';
import type { Lanes } from '../rows/lanes.ts';

/** What a client's views, each a set of increments whose size is the value shown, must hold. */
export interface Views {
  /** Its own increments that were acknowledged before. */
  readonly own: boolean;
  /** What it saw before. */
  readonly grow: boolean;
}

/**
 * Whether each client alone can have seen such sets: read your writes is `own`, monotonic reads is `grow`, a session is
 * both. A set may hold any increments of others, but none of its own that it has not sent: no more than `mostInView`.
 */
export function keepsSessions(columns: Columns, lanes: Lanes, most: Float64Array, promise: Views): boolean {
  for (let from = 0, to = 0; from < lanes.rows.length; from = to) {
    const lane = lanes.lane[lanes.rows[from] as number];
    while (to < lanes.rows.length && lanes.lane[lanes.rows[to] as number] === lane) to++;
    if (!new Session(columns, lanes.rows.subarray(from, to), promise, most).isKept()) return false;
  }
  return true;
}

/** By row: how many increments there are but those of its own lane that were not sent yet, which nobody's view in it holds. */
export function mostInView(columns: Columns, { rows, lane, count }: Lanes, others = false): Float64Array {
  const total = others ? Number.POSITIVE_INFINITY : incrementsIn(columns);
  const left = new Float64Array(count);
  const add = (row: number, by: number): void => {
    if (isIncrement(columns.kind[row])) left[lane[row] as number] = (left[lane[row] as number] as number) + by;
  };
  for (const row of rows) add(row, 1);
  const most = new Float64Array(columns.size);
  for (const row of rows) {
    add(row, -1);
    most[row] = total - (left[lane[row] as number] as number);
  }
  return most;
}

/** One lane, whose views are taken as small as they can be. */
class Session {
  readonly #columns: Columns;
  readonly #rows: Int32Array;
  readonly #promise: Views;
  readonly #most: Float64Array;
  #acknowledged = 0;
  /** Size of the largest set seen. */
  #seen = 0;
  /** Size of the smallest set that holds what was seen and what was acknowledged since. */
  #held = 0;

  constructor(columns: Columns, rows: Int32Array, promise: Views, most: Float64Array) {
    this.#columns = columns;
    this.#rows = rows;
    this.#promise = promise;
    this.#most = most;
  }

  isKept(): boolean {
    const { kind, certain } = this.#columns;
    for (const row of this.#rows) {
      if (kind[row] === INCREMENT && certain[row] === 1) {
        this.#acknowledged++;
        this.#held++;
      }
      if (kind[row] !== INCREMENT && kind[row] !== REFUSED && !this.#sees(row)) return false;
    }
    return true;
  }

  #sees(row: number): boolean {
    const { kind, low, high } = this.#columns;
    // An increment that returns a value saw everything it counts but itself.
    const returns = kind[row] === RETURNED;
    const [least, highest] = returns
      ? [(low[row] as number) - 1, high[row] as number]
      : [low[row] as number, high[row] as number];
    const needed = this.#needed();
    if (!(highest >= needed && least <= (this.#most[row] as number) - (returns ? 1 : 0))) return false;
    const size = Math.max(least, needed);
    this.#seen = Math.max(this.#seen, size);
    this.#held = Math.max(this.#held, size);
    if (returns) {
      this.#acknowledged++;
      this.#held = size + 1;
    }
    return true;
  }

  #needed(): number {
    const { own, grow } = this.#promise;
    if (own && grow) return this.#held;
    if (own) return this.#acknowledged;
    return grow ? this.#seen : 0;
  }
}
