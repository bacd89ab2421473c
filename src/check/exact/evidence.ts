import { rowsBy } from './ascending.ts';
import { type Columns, INCREMENT, incrementsIn, READ, REFUSED, RETURNED } from './columns.ts';
import { type Slots, slotsOf } from './core.ts';
import { mostBy } from './sent.ts';

/** Why a value is higher than it can be. */
export type TooHigh = 'premature-rejection' | 'over-admission' | 'phantom' | 'future-read';

/**
 * What can be relied on where not everything fits: the observations that are not too high themselves, and of equal
 * returned values the first to complete. Increments whose values are not relied on count as plain ones.
 */
export interface Evidence {
  /** Observations that are too high, by row. */
  readonly tooHigh: ReadonlyMap<number, TooHigh>;
  /** Increments that returned a value again, but for the first to complete. */
  readonly repeated: ReadonlySet<number>;
  readonly columns: Columns;
  readonly slots: Slots;
  /** Reliable observations, reads below the start among them, that began after the value had passed what they need. */
  readonly tooLow: readonly number[];
}

export function evidenceOf(given: Columns): Evidence {
  const tooHigh = tooHighIn(given);
  const repeated = repeatedIn(given, tooHigh);
  const columns = relied(given, tooHigh, repeated);
  const slots = slotsOf(columns);
  if (slots === null) throw new Error('the evidence has an impossible value');
  const tooLow: number[] = [];
  for (let row = 0; row < given.size; row++) {
    if (given.kind[row] === INCREMENT || tooHigh.has(row) || repeated.has(row)) continue;
    if ((given.start[row] as number) > latestFor(slots, given.high[row] as number)) tooLow.push(row);
  }
  return { tooHigh, repeated, columns, slots, tooLow };
}

/** The latest moment at which the value can still have been at most `high`. */
export function latestFor({ count, latest }: Slots, high: number): number {
  if (high < 0) return Number.NEGATIVE_INFINITY;
  return high >= count ? Number.POSITIVE_INFINITY : (latest[high + 1] as number);
}

function tooHighIn(columns: Columns): ReadonlyMap<number, TooHigh> {
  const most = mostBy(columns);
  const all = incrementsIn(columns);
  const found = new Map<number, TooHigh>();
  for (let row = 0; row < columns.size; row++) {
    if (columns.kind[row] === INCREMENT) continue;
    const value = columns.low[row] as number;
    if (!(value <= Math.min(most[row] as number, columns.limit))) found.set(row, reason(columns, row, all));
  }
  return found;
}

function reason({ kind, low, limit }: Columns, row: number, all: number): TooHigh {
  const value = low[row] as number;
  if (kind[row] === REFUSED) return 'premature-rejection';
  if (value > limit) return 'over-admission';
  return value <= all ? 'future-read' : 'phantom';
}

function repeatedIn({ kind, end, low }: Columns, tooHigh: ReadonlyMap<number, TooHigh>): ReadonlySet<number> {
  const seen = new Set<number>();
  const found = new Set<number>();
  for (const row of rowsBy(end)) {
    if (kind[row] !== RETURNED || tooHigh.has(row) || !Number.isFinite(low[row])) continue;
    if (seen.has(low[row] as number)) found.add(row);
    seen.add(low[row] as number);
  }
  return found;
}

/** The rows with what is not relied on made plain, or vacuous. */
function relied(given: Columns, tooHigh: ReadonlyMap<number, TooHigh>, repeated: ReadonlySet<number>): Columns {
  const columns = { ...given, kind: given.kind.slice(), low: given.low.slice(), high: given.high.slice() };
  for (let row = 0; row < given.size; row++) {
    const isBelow = given.kind[row] !== INCREMENT && (given.high[row] as number) < 0;
    if (!isBelow && !tooHigh.has(row) && !repeated.has(row)) continue;
    const plain = given.kind[row] === RETURNED;
    columns.kind[row] = plain ? INCREMENT : READ;
    columns.low[row] = plain ? 0 : Number.NEGATIVE_INFINITY;
    columns.high[row] = Number.POSITIVE_INFINITY;
  }
  return columns;
}
