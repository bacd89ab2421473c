import { parseDecimal } from '../../history/decimal.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import type { Range } from '../../verdict/report.ts';
import { isIncrement, READ, RETURNED } from '../exact/columns.ts';
import { ANOMALIES, type Anomaly } from '../exact/labels.ts';
import { fewestStruck } from '../exact/repair.ts';
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
  return ANOMALIES.flatMap((anomaly) => {
    const rows = of.anomalies.get(anomaly);
    if (rows === undefined) return [];
    const garbled = rows.filter((row) => isGarbled(of, row));
    const others = rows.filter((row) => !isGarbled(of, row));
    return [
      ...(garbled.length === 0 ? [] : [wrongKind(of, anomaly, garbled)]),
      ...(others.length === 0 ? [] : [trouble(of, anomaly, others, required)]),
    ];
  });
}

/** A counter that only rises cannot be below zero or be text, unless it began there. */
function isGarbled(of: Diagnosis, row: number): boolean {
  const { value } = operationAt(of, row);
  if (value === null || of.columns.kind[row] === undefined) return false;
  const number = parseDecimal(value);
  return number === null || (number.unscaled < 0n && (of.columns.high[row] as number) < 0);
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
    count: lost === null ? exactly(new Set(shown.map((row) => of.columns.index[row])).size) : { min: lost, max: null },
    rows: shown,
    fault: breaching.length > 0,
  };
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
    const late = of.staleness.stale.filter(({ deltaNs }) => deltaNs > required.ms * 1e6).map(({ row }) => row);
    const tooLate = new Set(late);
    return rows.filter((row) => tooLate.has(row));
  }
  if (anomaly === 'read-your-writes') return rows;
  return anomaly === 'non-monotonic-read' ? goBackInSession(of.recorded, rows) : [];
}

/** How many acknowledged increments left no trace, at least. */
function leastLost({ columns }: Diagnosis): number {
  const { kind, certain, start, end, low, high } = columns;
  const mine = [...kind.keys()].filter((row) => isIncrement(kind[row]) && certain[row] === 1);
  const last = mine.reduce((latest, row) => Math.max(latest, end[row] as number), Number.NEGATIVE_INFINITY);
  const finals = [...kind.keys()].filter((row) => kind[row] === READ && (start[row] as number) > last);
  const most = finals.reduce((found, row) => Math.max(found, high[row] as number), Number.NEGATIVE_INFINITY);
  const missing = finals.length === 0 ? 0 : mine.length - Math.max(0, most);
  const returned = mine
    .filter((row) => kind[row] === RETURNED && Number.isFinite(low[row]))
    .map((row) => low[row] as number);
  const repeated = returned.length - new Set(returned).size;
  return Math.max(1, missing, repeated, fewestStruck(columns) ?? 0);
}

/** `4 increments were acknowledged`. */
function acknowledgedIn({ operations }: Diagnosis): string {
  const count = operations.filter(({ f, outcome }) => f !== 'read' && outcome === 'ok').length;
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
      return `${acknowledgedIn(of)}, more than the limit has room for`;
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
