import { type Columns, INCREMENT, incrementsIn, READ, REFUSED, RETURNED } from './columns.ts';
import { type Slots, slotsOf } from './core.ts';
import { knownSlots } from './known.ts';
import { withoutGaps } from './others.ts';
import { rowsBy } from './rows/ascending.ts';
import { FirstRow } from './rows/first.ts';
import { mostBy } from './rows/sent.ts';

/** Why a value is higher than it can be. */
export const TOO_HIGH = ['premature-rejection', 'over-admission', 'phantom', 'future-read'] as const;

export type TooHigh = (typeof TOO_HIGH)[number];

/** Stands for it by row, in a byte. */
export const placeOf = (why: TooHigh): number => TOO_HIGH.indexOf(why) + 1;

const RELIED = 0;
const REPEATED = TOO_HIGH.length + 1;

/**
 * What can be relied on where not everything fits: the observations that are not too high themselves, and of equal
 * returned values the first to complete. Increments whose values are not relied on count as plain ones.
 */
export interface Evidence {
  /** By row: why it is not relied on, as `placeOf` has it; one more for a value that was returned before; 0: it is. */
  readonly reliance: Uint8Array;
  /** Those given where all of them are relied on. */
  readonly columns: Columns;
  readonly slots: Slots;
  /** Reliable observations, reads below the start among them, that began after the value had passed what they need. */
  readonly tooLow: readonly number[];
}

/**
 * `others`: unrecorded increments may have made any value that the limit allows; slots are then without gaps. `isCounted`:
 * an increment whose value was returned before is taken to have counted, as the labels have it; else it may have been lost.
 */
export function evidenceOf(given: Columns, others = false, isCounted = true): Evidence {
  const reliance = new Uint8Array(given.size);
  noteTooHigh(given, others, reliance);
  noteRepeated(given, reliance);
  const columns = relied(given, reliance, isCounted);
  const asked = others ? withoutGaps(columns) : columns;
  const slots = others ? slotsOf(asked, others) : knownSlots(asked);
  if (slots === null) throw new Error('the evidence has an impossible value');
  const tooLow: number[] = [];
  for (let row = 0; row < given.size; row++) {
    if (given.kind[row] === INCREMENT || reliance[row] !== RELIED) continue;
    // Of what is below the start nothing is asked.
    const high = Math.min(given.high[row] as number, asked.high[row] as number);
    if ((given.start[row] as number) > latestFor(slots, high)) tooLow.push(row);
  }
  return { reliance, columns, slots, tooLow };
}

/** The latest moment at which the value can still have been at most `high`. */
export function latestFor({ count, latest }: Slots, high: number): number {
  if (high < 0) return Number.NEGATIVE_INFINITY;
  return high >= count ? Number.POSITIVE_INFINITY : (latest[high + 1] as number);
}

const LARGEST = Number.MAX_VALUE;

function noteTooHigh(columns: Columns, others: boolean, reliance: Uint8Array): void {
  const most = others ? null : mostBy(columns);
  const all = incrementsIn(columns);
  for (let row = 0; row < columns.size; row++) {
    if (columns.kind[row] === INCREMENT) continue;
    const value = columns.low[row] as number;
    if (!(value <= Math.min(most === null ? LARGEST : (most[row] as number), columns.limit)))
      reliance[row] = placeOf(reason(columns, row, all));
  }
}

function reason({ kind, low, limit }: Columns, row: number, all: number): TooHigh {
  const value = low[row] as number;
  if (kind[row] === REFUSED) return 'premature-rejection';
  if (value > limit) return 'over-admission';
  return value <= all ? 'future-read' : 'phantom';
}

function noteRepeated({ size, kind, end, low }: Columns, reliance: Uint8Array): void {
  const first = new FirstRow(size);
  for (const row of rowsBy(end)) {
    if (kind[row] !== RETURNED || reliance[row] !== RELIED || !Number.isFinite(low[row])) continue;
    if (first.note(low[row] as number, row) >= 0) reliance[row] = REPEATED;
  }
}

/** The rows with what is not relied on made plain, or vacuous. */
function relied(given: Columns, reliance: Uint8Array, isCounted: boolean): Columns {
  const isRelied = (row: number): boolean =>
    reliance[row] === RELIED && (given.kind[row] === INCREMENT || !((given.high[row] as number) < 0));
  let first = 0;
  while (first < given.size && isRelied(first)) first++;
  if (first === given.size) return given;
  const columns = { ...given, kind: given.kind.slice(), low: given.low.slice(), high: given.high.slice() };
  for (let row = first; row < given.size; row++) {
    if (isRelied(row)) continue;
    const plain = given.kind[row] === RETURNED && (isCounted || reliance[row] !== REPEATED);
    columns.kind[row] = plain ? INCREMENT : READ;
    columns.low[row] = plain ? 0 : Number.NEGATIVE_INFINITY;
    columns.high[row] = Number.POSITIVE_INFINITY;
  }
  return columns;
}
