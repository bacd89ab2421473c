import { type Columns, INCREMENT, incrementsIn, READ, RETURNED } from './columns.ts';
import { ascending } from './rows/ascending.ts';

/**
 * Slot k is the increment that moves the value from k - 1 to k. What the whole judgement rests on: `latest`, the last
 * moment at which the value can still have been below k.
 */
export interface Slots {
  /** The highest slot that is looked at: all increments that may have been applied. */
  readonly count: number;
  /** The highest value that was seen. */
  readonly proven: number;
  /** By slot, from 0 to `count` + 1; ascending. */
  readonly latest: Float64Array;
  /** Slots up to `proven` for which there is no increment. */
  readonly empty: number;
  /** Certain increments without a returned value that must lie above `proven`. */
  readonly beyond: number;
}

/**
 * Whether one order of the operations explains every value: each takes effect at a moment between its start and its
 * end, and operations that touch may stand in either order. Exact; linear in the number of rows that are in order of
 * completion. `others`: unrecorded increments may have come between.
 */
export function isLinearizable(columns: Columns, others = false): boolean {
  return isExplainedBy(slotsOf(columns, others), columns, { others });
}

/** How the slots are asked: `others` as they were made, `aged` where every read may be as early as it pleases. */
export interface Asked {
  readonly others?: boolean;
  readonly aged?: boolean;
}

/** Whether it is linearizable, by its slots: when a read began is nothing that these depend on. */
export function isExplainedBy(slots: Slots | null, columns: Columns, { others = false, aged = false }: Asked): boolean {
  if (slots === null) return false;
  const isFilled = (others || slots.empty === 0) && slots.beyond <= columns.limit - slots.proven;
  return isFilled && isInTime(columns, slots, aged);
}

/** The slots as the rows fix them; null when a value cannot be, or was returned twice. */
export function slotsOf(columns: Columns, others = false): Slots | null {
  const count = highestSlot(columns, others);
  const latest = new Float64Array(count + 2).fill(Number.POSITIVE_INFINITY);
  // Leads from a slot to the next free one; a free slot leads to itself.
  const next = new Int32Array(count + 2).map((_, slot) => slot);
  const proven = observe(columns, count, latest, next);
  return proven === null ? null : place(columns, { count, proven, latest, next });
}

/** All increments; where others write too, past every value that is shown or needed. */
function highestSlot(columns: Columns, others: boolean): number {
  let highest = incrementsIn(columns);
  for (let row = 0; others && row < columns.size; row++) {
    const [low, high] = [columns.low[row] as number, columns.high[row] as number];
    if (low >= highest && low < Number.POSITIVE_INFINITY) highest = low + 1;
    if (high >= highest && high < Number.POSITIVE_INFINITY) highest = high + 1;
  }
  return highest;
}

/** Bounds each slot by the observations that show it, and takes the slots of returned values. Tells the highest value. */
function observe(columns: Columns, count: number, latest: Float64Array, next: Int32Array): number | null {
  const { size, kind, end, low, high } = columns;
  let proven = 0;
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT) continue;
    const value = low[row] as number;
    if (!(value <= count && (high[row] as number) >= 0)) return null;
    if (kind[row] === READ && value > (high[row] as number)) return null;
    if (kind[row] === RETURNED) {
      if (next[value] !== value) return null;
      next[value] = value + 1;
    }
    if (value > 0 && (end[row] as number) < (latest[value] as number)) latest[value] = end[row] as number;
    if (value > proven) proven = value;
  }
  for (let slot = proven - 1; slot >= 0; slot--) {
    if ((latest[slot + 1] as number) < (latest[slot] as number)) latest[slot] = latest[slot + 1] as number;
  }
  return proven;
}

interface Fixed {
  readonly count: number;
  readonly proven: number;
  readonly latest: Float64Array;
  readonly next: Int32Array;
}

/**
 * Gives each plain increment, the first to complete first and the uncertain ones last, the lowest free slot that was
 * not proven to be passed before it began. If any choice of slots works, this one does.
 */
function place(columns: Columns, fixed: Fixed): Slots {
  const { count, proven, latest, next } = fixed;
  const placed = new Float64Array(count + 2).fill(Number.POSITIVE_INFINITY);
  let beyond = 0;
  let open = 1;
  for (const row of inOrderOfCompletion(columns)) {
    open = firstOpen(latest, open, columns.start[row] as number);
    const slot = free(next, open);
    if (slot <= count) next[slot] = slot + 1;
    placed[slot] = Math.min(placed[slot] as number, columns.end[row] as number);
    if (columns.certain[row] === 1 && slot > proven) beyond++;
  }
  let empty = 0;
  for (let slot = 1; slot <= proven; slot++) if (next[slot] === slot) empty++;
  let soonest = Number.POSITIVE_INFINITY;
  for (let slot = count + 1; slot >= 0; slot--) {
    soonest = Math.min(soonest, placed[slot] as number, latest[slot] as number);
    latest[slot] = soonest;
  }
  return { count, proven, latest, empty, beyond };
}

/** Plain increments: the certain ones by their end, then the others. */
function inOrderOfCompletion({ size, kind, certain, end }: Columns): Int32Array {
  const rows = new Int32Array(size);
  let found = 0;
  for (let row = 0; row < size; row++) if (kind[row] === INCREMENT && certain[row] === 1) rows[found++] = row;
  const byEnd = ascending(end, rows.subarray(0, found));
  rows.set(byEnd);
  for (let row = 0; row < size; row++) if (kind[row] === INCREMENT && certain[row] === 0) rows[found++] = row;
  return rows.subarray(0, found);
}

/** The first slot that may still be open at a time, found by growing steps from one that is near. */
function firstOpen(latest: Float64Array, near: number, time: number): number {
  let low = near;
  let high = near;
  for (let step = 1; low > 1 && (latest[low - 1] as number) >= time; step *= 2) {
    high = low - 1;
    low = Math.max(1, high - step);
  }
  for (let step = 1; (latest[high] as number) < time; step *= 2) {
    low = high + 1;
    high = Math.min(latest.length - 1, high + step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((latest[middle] as number) >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Follows the slots to a free one, and halves the way for those who come after. */
export function free(next: Int32Array, from: number): number {
  let slot = from;
  while (next[slot] !== slot) {
    next[slot] = next[next[slot] as number] as number;
    slot = next[slot] as number;
  }
  return slot;
}

/** No observation began after the value must have passed what it needs. */
function isInTime({ size, kind, start, high }: Columns, { count, latest }: Slots, aged: boolean): boolean {
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT || (high[row] as number) >= count || (aged && kind[row] === READ)) continue;
    if ((start[row] as number) > (latest[(high[row] as number) + 1] as number)) return false;
  }
  return true;
}
