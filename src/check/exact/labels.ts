import { type Columns, INCREMENT, isIncrement, READ, RETURNED } from './columns.ts';
import { type Evidence, placeOf, TOO_HIGH } from './evidence.ts';
import { isExplainedByAge, isKnownLinearizable } from './known.ts';
import { missOwnWrites } from './own-writes.ts';
import { fewestStruck } from './repair.ts';
import { ascending, distinct, rowsBy, rowsThat } from './rows/ascending.ts';
import { FirstRow } from './rows/first.ts';
import { countUpTo, endsOf } from './rows/sent.ts';

/** What is wrong, the gravest first: a history is named for the first that it has. */
export const ANOMALIES = [
  'lost-update',
  'over-admission',
  'phantom',
  'premature-rejection',
  'future-read',
  'read-your-writes',
  'non-monotonic-read',
  'real-time-order',
  'stale-read',
] as const;

export type Anomaly = (typeof ANOMALIES)[number];

/** The operations that show each anomaly, by row; no entry for one that is not there. */
export type Anomalies = ReadonlyMap<Anomaly, readonly number[]>;

/**
 * Every anomaly of a history; none exactly when it is linearizable: by the theorem the core rests on, a violation has
 * a returned value twice, a value too high, one too low, or more increments than the limit has room for. `isByLabel`: what
 * was read beside the last reads is taken for earlier, as the labels have it; otherwise it may have been later.
 */
export function anomaliesOf(columns: Columns, evidence: Evidence, isByLabel = true): Anomalies {
  if (isKnownLinearizable(columns)) return new Map();
  const found = new Map(singleValuesIn(columns, evidence));
  const add = (anomaly: Anomaly, rows: readonly number[]): void => {
    const known = found.get(anomaly);
    if (rows.length > 0) found.set(anomaly, known === undefined ? rows : distinct(columns.size, known, rows));
  };
  add('lost-update', lostUpdates(columns, evidence, isByLabel));
  add('over-admission', overAdmissions(columns, evidence));
  return found;
}

/** Of a history that is not linearizable: what each value that is too high or too low is called. */
export function singleValuesIn(columns: Columns, evidence: Evidence): Anomalies {
  const { kind, start, size } = columns;
  const { reliance, tooLow } = evidence;
  const found = new Map<Anomaly, readonly number[]>();
  const add = (anomaly: Anomaly, rows: readonly number[]): void => {
    if (rows.length > 0) found.set(anomaly, rows);
  };
  for (const why of TOO_HIGH) {
    const place = placeOf(why);
    if (reliance.includes(place))
      add(
        why,
        rowsThat(size, (row) => reliance[row] === place),
      );
  }
  const reads = tooLow.filter((row) => kind[row] === READ);
  const byStart = ascending(start, new Int32Array(reads));
  const own = missOwnWrites({ ...evidence.columns, high: columns.high }, byStart);
  const backwards = goBackwards(columns, evidence.columns, byStart);
  add(
    'read-your-writes',
    reads.filter((row) => own[row] === 1),
  );
  add(
    'non-monotonic-read',
    reads.filter((row) => own[row] === 0 && backwards[row] === 1),
  );
  add(
    'real-time-order',
    tooLow.filter((row) => kind[row] === RETURNED),
  );
  add(
    'stale-read',
    reads.filter((row) => own[row] === 0 && backwards[row] === 0),
  );
  return found;
}

/** The first of the list that is there. */
export const gravest = (anomalies: Anomalies): Anomaly | null => ANOMALIES.find((one) => anomalies.has(one)) ?? null;

/** By row: 1 for those of the reads, given by their starts, that show less than another that was complete before they began. */
function goBackwards({ high }: Columns, evidence: Columns, reads: Int32Array): Uint8Array {
  const { size, kind, start, end, low } = evidence;
  const byEnd = rowsBy(end);
  const found = new Uint8Array(size);
  // That the value was at the start shows nothing.
  let highest = 0;
  let next = 0;
  for (const row of reads) {
    for (; next < size && (end[byEnd[next] as number] as number) < (start[row] as number); next++) {
      const passed = byEnd[next] as number;
      if (kind[passed] === READ) highest = Math.max(highest, low[passed] as number);
    }
    if (highest > Math.max(0, high[row] as number)) found[row] = 1;
  }
  return found;
}

function lostUpdates(columns: Columns, evidence: Evidence, isByLabel: boolean): readonly number[] {
  const stale = isExplainedByLoss(columns) ? evidence.tooLow : [];
  const others = [returnedAgain(columns), neverCaughtUp(columns, isByLabel)];
  return others.every(({ length }) => length === 0) ? stale : distinct(columns.size, ...others, stale);
}

/** A value was given to two increments, so one of the two left no trace. */
export function returnedAgain({ size, kind, end, low }: Columns): readonly number[] {
  const first = new FirstRow(size);
  const found: number[] = [];
  for (const row of rowsBy(end)) {
    // Of values that are further away than numbers count, nobody knows whether they are the same.
    if (kind[row] !== RETURNED || !Number.isFinite(low[row])) continue;
    if (first.note(low[row] as number, row) >= 0) found.push(row);
  }
  return found;
}

/**
 * Everything read after the last acknowledgement lacks increments that were acknowledged. Unless by label, what was perhaps
 * read after all of that must lack some as well.
 */
function neverCaughtUp(columns: Columns, isByLabel: boolean): readonly number[] {
  const acknowledged = endsOf(columns).length;
  const finals = readInTheEnd(columns);
  if (!finals.every((row) => (columns.high[row] as number) < acknowledged)) return [];
  return isByLabel || !mayBePassed(columns, finals, acknowledged) ? finals : [];
}

/** Whether something else shows so much that was not complete before the last of some rows began. */
export function mayBePassed({ size, kind, start, end, low }: Columns, rows: readonly number[], level: number): boolean {
  const own = new Set(rows);
  const last = rows.reduce((latest, row) => Math.max(latest, start[row] as number), Number.NEGATIVE_INFINITY);
  const passes = (row: number): boolean =>
    (low[row] as number) >= level && (end[row] as number) >= last && !own.has(row);
  return rowsThat(size, (row) => (kind[row] === READ || kind[row] === RETURNED) && passes(row)).length > 0;
}

/** What was read after the last acknowledgement; none where nothing was acknowledged. */
export function readInTheEnd(columns: Columns): readonly number[] {
  const { kind, start, size } = columns;
  const last = endsOf(columns).at(-1) ?? Number.POSITIVE_INFINITY;
  return rowsThat(size, (row) => kind[row] === READ && (start[row] as number) > last);
}

/** Only lost increments explain it, not old reads. Where there is a limit, refusals and admissions explain too much else. */
export function isExplainedByLoss(columns: Columns): boolean {
  if (columns.limit !== Number.POSITIVE_INFINITY || isExplainedByAge(columns)) return false;
  return fewestStruck(columns) !== null;
}

/** Floors after which more increments were acknowledged than the limit left room for; or all of them. */
function overAdmissions(columns: Columns, evidence: Evidence): readonly number[] {
  const { kind, certain, limit } = columns;
  if (limit === Number.POSITIVE_INFINITY) return [];
  const floors = followedByTooMany(columns, evidence);
  const mine = rowsThat(kind.length, (row) => isIncrement(kind[row]) && certain[row] === 1);
  const { beyond, proven } = evidence.slots;
  return floors.length > 0 || !(mine.length > limit || beyond > limit - proven) ? floors : mine;
}

/** Floors after which more increments were acknowledged than the limit left room for. */
export function followedByTooMany(columns: Columns, { columns: evidence }: Evidence): readonly number[] {
  const { kind, certain, start, end, limit } = columns;
  const starts = start.filter((_, row) => isIncrement(kind[row]) && certain[row] === 1).sort();
  const after = (time: number): number => starts.length - countUpTo(starts, time);
  return rowsThat(
    kind.length,
    (row) => evidence.kind[row] !== INCREMENT && (evidence.low[row] as number) + after(end[row] as number) > limit,
  );
}
