import type { Columns } from '../columns.ts';
import type { Gaps } from './gaps.ts';
import type { Filling } from './pour.ts';

/** More increments than this would search too deep. */
const MOST_JOBS = 4_000;

/**
 * Searches for a choice of increments that fills each gap to the brim, gap by gap from below, and leaves none behind
 * that must come before one chosen. Exact when it ends within `budget` choices; null when it does not.
 */
export function fill(
  columns: Columns,
  amounts: Float64Array,
  gaps: Gaps,
  budget: number,
): Filling | 'violation' | null {
  if (gaps.jobs.length > MOST_JOBS) return null;
  const search = new Search(columns, amounts, gaps, budget);
  const found = search.gap(0);
  if (found) return search.into;
  return search.isOver() ? null : 'violation';
}

class Search {
  readonly into: Int32Array;
  readonly #columns: Columns;
  readonly #amounts: Float64Array;
  readonly #gaps: Gaps;
  #left: number;

  constructor(columns: Columns, amounts: Float64Array, gaps: Gaps, budget: number) {
    this.#columns = columns;
    this.#amounts = amounts;
    this.#gaps = gaps;
    this.#left = budget;
    this.into = new Int32Array(columns.size).fill(-1);
  }

  isOver(): boolean {
    return this.#left < 0;
  }

  /** Fills this gap and all above it. */
  gap(gap: number): boolean {
    const { room, jobs } = this.#gaps;
    const needed = room[gap] as number;
    if (gap === room.length - 1) return this.#takeRest(gap);
    const open = [...jobs].filter((row) => this.into[row] === -1 && (this.#gaps.from[row] as number) <= gap);
    return this.#choose(gap, open, 0, needed);
  }

  /** Decides about the open increments from `at` on; `needed` is still to be filled. */
  #choose(gap: number, open: readonly number[], at: number, needed: number): boolean {
    if (this.#left-- < 0) return false;
    if (needed === 0) return this.#isOrdered(gap) && this.gap(gap + 1);
    const row = open[at];
    if (row === undefined) return false;
    if ((this.#amounts[row] as number) <= needed && !this.#hasTwin(open, at)) {
      this.into[row] = gap;
      if (this.#choose(gap, open, at + 1, needed - (this.#amounts[row] as number))) return true;
      this.into[row] = -1;
    }
    return this.#choose(gap, open, at + 1, needed);
  }

  /** One that was passed over could take its place, and leave a better choice. */
  #hasTwin(open: readonly number[], at: number): boolean {
    const row = open[at] as number;
    const { start, certain } = this.#columns;
    return open
      .slice(0, at)
      .some(
        (twin) =>
          this.into[twin] === -1 &&
          this.#amounts[twin] === this.#amounts[row] &&
          (start[twin] as number) <= (start[row] as number) &&
          (certain[twin] as number) >= (certain[row] as number),
      );
  }

  /** What is left can still come later: after this gap, and after everything chosen so far. */
  #isOrdered(gap: number): boolean {
    const { start, end, certain } = this.#columns;
    let [soonest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const row of this.#gaps.jobs) {
      if (this.into[row] === gap) latest = Math.max(latest, start[row] as number);
      if (this.into[row] !== -1 || certain[row] === 0) continue;
      if ((this.#gaps.to[row] as number) <= gap) return false;
      soonest = Math.min(soonest, end[row] as number);
    }
    return latest <= soonest;
  }

  #takeRest(gap: number): boolean {
    for (const row of this.#gaps.jobs)
      if (this.into[row] === -1 && this.#columns.certain[row] === 1) this.into[row] = gap;
    return true;
  }
}
