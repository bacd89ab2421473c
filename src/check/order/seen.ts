import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/table.ts';
import { hasConverged } from '../exact/bounds.ts';
import { type Columns, fromStart, READ } from '../exact/columns.ts';
import { isLinearizable } from '../exact/core.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { singleValuesIn } from '../exact/labels.ts';
import { realTime } from '../exact/layers.ts';
import { type Levels, levelsOf } from '../exact/levels.ts';
import { columnsOf, commonStep } from '../exact/operations.ts';
import { stalenessOf } from '../exact/staleness.ts';
import { lowestStart } from '../exact/start.ts';
import { type Diagnosis, widened } from '../recorded/diagnosis.ts';
import { clientsOf } from './clients.ts';
import type { SeenNumber } from './numbers.ts';

/** What the reads of one number show. */
export interface Seen {
  readonly number: SeenNumber;
  /** Of the reads, given that the doubtful writes may not have counted. What is lost is left to the amounts. */
  readonly diagnosis: Diagnosis;
  /** Of the whole history: every acknowledged write counts, and the prober is one client for each identity. */
  readonly levels: Levels;
  readonly isRead: boolean;
}

export interface Taken {
  /** Writes that may not have counted, though they were acknowledged. */
  readonly doubtful: ReadonlySet<Operation>;
  /** A read must see what the prober wrote, as one client; otherwise sessions are taken as they were recorded. */
  readonly oneClient: boolean;
  readonly errorNs: number;
}

/** null: its writes move it by different amounts, and nothing is told. */
export function seenOf(number: SeenNumber, taken: Taken): Seen | null {
  const step = commonStep(number.operations, number.step);
  if (step === null) return null;
  const operations = taken.doubtful.size === 0 ? number.operations : number.operations.map(softened(taken.doubtful));
  const isSure = !operations.some((one, i) => one !== number.operations[i]);
  const plain = columnsFor(number, number.operations, step, taken.errorNs);
  const rows = isSure ? plain : columnsFor(number, operations, step, taken.errorNs);
  const byClient = (columns: Columns): Columns => ({
    ...columns,
    process: clientsOf(number.operations, columns.index),
  });
  const levels = keptBy(byClient(plain));
  const columns = taken.oneClient ? byClient(rows) : rows;
  const diagnosis = diagnosed(number, operations, columns, levels, isSure && levels.linearizable);
  return { number, diagnosis, levels, isRead: rows.kind.includes(READ) };
}

const softened =
  (doubtful: ReadonlySet<Operation>) =>
  (write: Operation): Operation =>
    doubtful.has(write) ? { ...copyOf(write), outcome: 'info', complete: null } : write;

/** What is linearizable keeps all the others. */
function keptBy(columns: Columns): Levels {
  if (!isLinearizable(columns)) return levelsOf(columns);
  const convergent = hasConverged(columns);
  return { linearizable: true, sequential: true, session: true, ryw: true, mr: true, bounds: true, convergent };
}

function columnsFor({ initial }: SeenNumber, operations: readonly Operation[], step: string, errorNs: number): Columns {
  const start = initial ?? readBefore(operations);
  const given = columnsOf(operations, { initial: start, step, limit: null, returns: false });
  const columns = errorNs > 0 ? widened(given, errorNs) : given;
  return start === null ? fromStart(columns, lowestStart(columns, realTime(columns))) : columns;
}

const readBefore = (own: readonly Operation[]): string | null =>
  own.find(({ role, outcome, value }) => role === 'before' && outcome === 'ok' && value !== null)?.value ?? null;

function diagnosed(
  { key, reading }: SeenNumber,
  operations: readonly Operation[],
  columns: Columns,
  levels: Levels,
  isRight: boolean,
): Diagnosis {
  const counter = { key, reading, round: null, returns: false, others: false };
  const whole = { counter, operations, columns, witness: null, inUnits: false, levels };
  if (isRight || isLinearizable(columns)) {
    const reads = columns.kind.reduce((count, kind) => count + (kind === READ ? 1 : 0), 0);
    const staleness = { exact: true, maxDeltaNs: 0, maxK: 0, reads, stale: [] };
    return { ...whole, verdict: 'linearizable', anomalies: new Map(), staleness };
  }
  const evidence = evidenceOf(columns);
  // A read that misses writes is late; that they are lost is told by the amounts.
  const anomalies = singleValuesIn(columns, evidence);
  return { ...whole, verdict: 'violation', anomalies, staleness: stalenessOf(columns, evidence) };
}
