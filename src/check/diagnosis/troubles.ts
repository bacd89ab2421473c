import { parseDecimal } from '../../history/decimal.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import type { Range } from '../../verdict/report.ts';
import { INCREMENT, isIncrement, READ, RETURNED } from '../exact/columns.ts';
import { ANOMALIES, type Anomaly } from '../exact/labels.ts';
import { fewestStruck } from '../exact/repair.ts';
import { rowsThat } from '../exact/rows/ascending.ts';
import { FirstRow } from '../exact/rows/first.ts';
import { plural } from '../words.ts';
import { named, operationAt, showed } from './argument.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Requirement } from './requirement.ts';
import { goBackInSession } from './session.ts';

/** One kind of trouble of one counter. */
export interface Trouble {
  readonly code: FindingCode;
  readonly anomaly: Anomaly;
  readonly message: string;
  readonly count: Range;
  /** Those that show it. */
  readonly rows: readonly number[];
  /** Whether what was required is breached. */
  readonly fault: boolean;
}

export const CODE_OF: Readonly<Record<Anomaly, FindingCode>> = {
  'lost-update': 'CP101',
  'over-admission': 'CP104',
  phantom: 'CP114',
  'premature-rejection': 'CP105',
  'future-read': 'CP119',
  'read-your-writes': 'CP113',
  'non-monotonic-read': 'CP109',
  'real-time-order': 'CP119',
  'stale-read': 'CP108',
};

/** What is wrong with a counter, the gravest first. */
export function troublesOf(of: Diagnosis, required: Requirement): readonly Trouble[] {
  const { atLowest } = of;
  if (atLowest !== null) {
    const fault = troublesOf({ ...of, ...atLowest, atLowest: null }, required).some((one) => one.fault);
    return [unnamed(of, fault)];
  }
  return ANOMALIES.flatMap((anomaly) => {
    const rows = of.anomalies.get(anomaly);
    if (rows === undefined) return [];
    const garbled = rows.filter((row) => isGarbled(of, row));
    const others = garbled.length === 0 ? rows : rows.filter((row) => !isGarbled(of, row));
    return [
      ...(garbled.length === 0 ? [] : [wrongKind(of, anomaly, garbled)]),
      ...(others.length === 0 ? [] : [trouble(of, anomaly, others, required)]),
    ];
  });
}

/** From one start value it is one fault, from another another: told is only what does not go together. */
function unnamed(of: Diagnosis, fault: boolean): Trouble {
  const anomaly = 'future-read';
  const rows = of.anomalies.get(anomaly) ?? [];
  const shown = rows.slice(0, 2).map((row) => operationAt(of, row));
  const seen = shown.map((one) => `${named(one)} ${showed(one)}`).join(' and ');
  const message = `no start value explains what was shown: ${seen}`;
  return { code: 'CP119', anomaly, message, count: exactly(rows.length), rows, fault };
}

/** A counter that only rises cannot be below zero or be text, unless it began there. */
function isGarbled(of: Diagnosis, row: number): boolean {
  const { kind, low, high } = of.columns;
  // A number of steps was made of a number, and this one is not below zero.
  const isShown = kind[row] === READ || kind[row] === RETURNED;
  if (isShown && Number.isFinite(low[row]) && (high[row] as number) >= 0) return false;
  const { value } = operationAt(of, row);
  if (value === null || kind[row] === undefined) return false;
  const number = parseDecimal(value);
  return number === null || (of.startKnown && number.unscaled < 0n && (high[row] as number) < 0);
}

function wrongKind(of: Diagnosis, anomaly: Anomaly, rows: readonly number[]): Trouble {
  const first = operationAt(of, rows[0] as number);
  const message = `${plural(rows.length, 'value')} of a kind that no count has: ${named(first)} ${showed(first)}`;
  return { code: 'CP118', anomaly, message, count: exactly(rows.length), rows, fault: true };
}

function trouble(of: Diagnosis, anomaly: Anomaly, rows: readonly number[], required: Requirement): Trouble {
  const breaching = breachingRows(of, anomaly, rows, required);
  const shown = breaching.length > 0 ? breaching : rows;
  const lost = anomaly === 'lost-update' ? (of.inUnits ? 1 : leastLost(of)) : null;
  return {
    code: CODE_OF[anomaly],
    anomaly,
    message: messageOf(of, anomaly, shown, lost),
    count: lost === null ? exactly(operationsIn(of, shown)) : { min: lost, max: null },
    rows: shown,
    fault: breaching.length > 0,
  };
}

/** Several rows may be of one operation. */
function operationsIn({ operations, columns }: Diagnosis, rows: readonly number[]): number {
  const isCounted = new Uint8Array(operations.length);
  let count = 0;
  for (const row of rows) {
    const index = columns.index[row] as number;
    if (isCounted[index] === 0) count++;
    isCounted[index] = 1;
  }
  return count;
}

const exactly = (n: number): Range => ({ min: n, max: n });

/** What `eventual` forbids, and with it every level. */
const ALWAYS: ReadonlySet<Anomaly> = new Set([
  'lost-update',
  'over-admission',
  'phantom',
  'premature-rejection',
  'future-read',
]);

/** Those of the rows that are a fault by what is required. */
export function breachingRows(
  of: Diagnosis,
  anomaly: Anomaly,
  rows: readonly number[],
  required: Requirement,
): readonly number[] {
  if (ALWAYS.has(anomaly) || required.level === 'latest') return rows;
  if (required.level === 'eventual' || anomaly === 'real-time-order') return [];
  if (required.level === 'bounded') {
    const { stale } = of.staleness;
    const tooLate = new Set(stale.rows.filter((_, i) => (stale.deltaNs[i] as number) > required.ms * 1e6));
    return rows.filter((row) => tooLate.has(row));
  }
  if (anomaly === 'read-your-writes') return rows;
  return anomaly === 'non-monotonic-read' ? goBackInSession(of.recorded, rows) : [];
}

/** How many acknowledged increments left no trace, at least. */
function leastLost({ columns, startKnown }: Diagnosis): number {
  const { size, kind, certain, start, end, low, high } = columns;
  const returned = new FirstRow(size);
  let [acknowledged, last, repeated] = [0, Number.NEGATIVE_INFINITY, 0];
  for (let row = 0; row < size; row++) {
    if (!isIncrement(kind[row]) || certain[row] === 0) continue;
    acknowledged++;
    last = Math.max(last, end[row] as number);
    if (kind[row] === RETURNED && Number.isFinite(low[row]) && returned.note(low[row] as number, row) >= 0) repeated++;
  }
  if (!startKnown) return Math.max(1, repeated);
  const finals = rowsThat(size, (row) => kind[row] === READ && (start[row] as number) > last);
  const most = finals.reduce((found, row) => Math.max(found, high[row] as number), 0);
  const missing = finals.length === 0 ? 0 : acknowledged - most;
  return Math.max(1, missing, repeated, fewestStruck(columns) ?? 0);
}

/** `4 increments were acknowledged`. */
function acknowledgedIn({ operations }: Diagnosis): string {
  const count = operations.reduce((n, { f, outcome }) => (f !== 'read' && outcome === 'ok' ? n + 1 : n), 0);
  return `${plural(count, 'increment')} ${count === 1 ? 'was' : 'were'} acknowledged`;
}

/** What is wrong with some rows, with the first of them; `lost`: how many increments left no trace. */
export function messageOf(of: Diagnosis, anomaly: Anomaly, rows: readonly number[], lost: number | null): string {
  const first = operationAt(of, rows[0] as number);
  const seen = `${named(first)} ${showed(first)}`;
  const reads = rows.length === 1 ? '1 read shows' : `${rows.length} reads show`;
  switch (anomaly) {
    case 'lost-update':
      return `${acknowledgedIn(of)}, and at least ${plural(lost ?? 1, 'of them left', 'of them left')} no trace: ${seen}`;
    case 'over-admission':
      return overAdmitted(of, rows[0] as number, seen);
    case 'phantom':
      return `${seen}, which no set of the increments makes`;
    case 'premature-rejection':
      return `${named(first)} was refused, though the limit cannot have been reached by then`;
    case 'future-read':
      return `${plural(rows.length, 'operation shows', 'operations show')} more than had been sent by then: ${seen}`;
    case 'read-your-writes':
      return `${reads} less than its own client had made sure of: ${seen}`;
    case 'non-monotonic-read':
      return `${reads} less than a read that was complete before: ${seen}`;
    case 'real-time-order':
      return `${plural(rows.length, 'increment')} returned a value that had been passed before it was sent: ${seen}`;
    case 'stale-read':
      return `${reads} less than was acknowledged before: ${seen}`;
  }
}

/** By what the first row shows: that it is above the limit, that too many came after it, or that there are too many. */
function overAdmitted(of: Diagnosis, row: number, seen: string): string {
  const { kind, low, limit } = of.columns;
  const observes = kind[row] !== INCREMENT;
  if (observes && (low[row] as number) > limit) return `${seen}, which is above the limit`;
  return kind[row] === READ
    ? `${seen}, and after that more increments were acknowledged than the limit has room for`
    : `${acknowledgedIn(of)}, more than the limit has room for`;
}
