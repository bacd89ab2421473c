import { ascending, rowsBy } from './ascending.ts';
import { type Columns, INCREMENT, isIncrement, READ, RETURNED } from './columns.ts';
import { isLinearizable } from './core.ts';
import type { Evidence } from './evidence.ts';
import { missOwnWrites } from './own-writes.ts';
import { fewestStruck } from './repair.ts';
import { countUpTo } from './sent.ts';
import { aged } from './staleness.ts';

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
 * a returned value twice, a value too high, one too low, or more increments than the limit has room for.
 */
export function anomaliesOf(columns: Columns, evidence: Evidence): Anomalies {
  if (isLinearizable(columns)) return new Map();
  const found = new Map(singleValuesIn(columns, evidence));
  const add = (anomaly: Anomaly, rows: readonly number[]): void => {
    if (rows.length > 0) found.set(anomaly, [...new Set([...(found.get(anomaly) ?? []), ...rows])]);
  };
  add('lost-update', lostUpdates(columns, evidence));
  add('over-admission', overAdmissions(columns, evidence));
  return found;
}

/** Of a history that is not linearizable: what each value that is too high or too low is called. */
export function singleValuesIn(columns: Columns, evidence: Evidence): Anomalies {
  const found = new Map<Anomaly, number[]>();
  const add = (anomaly: Anomaly, row: number): void => {
    const rows = found.get(anomaly);
    if (rows) rows.push(row);
    else found.set(anomaly, [row]);
  };
  for (const [row, anomaly] of evidence.tooHigh) add(anomaly, row);
  const { kind } = columns;
  const reads = evidence.tooLow.filter((row) => kind[row] === READ);
  for (const row of evidence.tooLow) if (kind[row] === RETURNED) add('real-time-order', row);
  const own = missOwnWrites({ ...evidence.columns, high: columns.high }, reads);
  const backwards = goBackwards(columns, evidence.columns, reads);
  for (const row of reads) {
    add(own.has(row) ? 'read-your-writes' : backwards.has(row) ? 'non-monotonic-read' : 'stale-read', row);
  }
  return found;
}

/** The first of the list that is there. */
export const gravest = (anomalies: Anomalies): Anomaly | null => ANOMALIES.find((one) => anomalies.has(one)) ?? null;

/** Which reads show less than another that was complete before they began. */
function goBackwards({ high }: Columns, evidence: Columns, reads: readonly number[]): ReadonlySet<number> {
  const { size, kind, start, end, low } = evidence;
  const byEnd = rowsBy(end);
  const found = new Set<number>();
  // That the value was at the start shows nothing.
  let highest = 0;
  let next = 0;
  for (const row of ascending(start, Int32Array.from(reads))) {
    for (; next < size && (end[byEnd[next] as number] as number) < (start[row] as number); next++) {
      const passed = byEnd[next] as number;
      if (kind[passed] === READ) highest = Math.max(highest, low[passed] as number);
    }
    if (highest > Math.max(0, high[row] as number)) found.add(row);
  }
  return found;
}

function lostUpdates(columns: Columns, evidence: Evidence): readonly number[] {
  return [...returnedAgain(columns), ...neverCaughtUp(columns), ...(isExplainedByLoss(columns) ? evidence.tooLow : [])];
}

/** A value was given to two increments, so one of the two left no trace. */
function returnedAgain({ kind, end, low }: Columns): readonly number[] {
  const seen = new Set<number>();
  return [...rowsBy(end)].filter((row) => {
    // Of values that are further away than numbers count, nobody knows whether they are the same.
    if (kind[row] !== RETURNED || !Number.isFinite(low[row])) return false;
    const again = seen.has(low[row] as number);
    seen.add(low[row] as number);
    return again;
  });
}

/** Everything read after the last acknowledgement lacks increments that were acknowledged. */
function neverCaughtUp({ kind, certain, start, end, high }: Columns): readonly number[] {
  const ends = end.filter((_, row) => isIncrement(kind[row]) && certain[row] === 1);
  if (ends.length === 0) return [];
  const last = ends.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
  const finals = [...kind.keys()].filter((row) => kind[row] === READ && (start[row] as number) > last);
  return finals.every((row) => (high[row] as number) < ends.length) ? finals : [];
}

/** Only lost increments explain it, not old reads. Where there is a limit, refusals and admissions explain too much else. */
function isExplainedByLoss(columns: Columns): boolean {
  if (columns.limit !== Number.POSITIVE_INFINITY || isLinearizable(aged(columns))) return false;
  return fewestStruck(columns) !== null;
}

/** Floors after which more increments were acknowledged than the limit left room for. */
function overAdmissions(columns: Columns, { columns: evidence, slots }: Evidence): readonly number[] {
  const { kind, certain, start, end, limit } = columns;
  if (limit === Number.POSITIVE_INFINITY) return [];
  const starts = start.filter((_, row) => isIncrement(kind[row]) && certain[row] === 1).sort();
  const after = (time: number): number => starts.length - countUpTo(starts, time);
  const floors = [...kind.keys()].filter(
    (row) => evidence.kind[row] !== INCREMENT && (evidence.low[row] as number) + after(end[row] as number) > limit,
  );
  const exceeds = starts.length > limit || slots.beyond > limit - slots.proven;
  if (floors.length > 0 || !exceeds) return floors;
  return [...kind.keys()].filter((row) => isIncrement(kind[row]) && certain[row] === 1);
}
