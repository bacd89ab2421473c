import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/table.ts';
import { hasConverged } from '../exact/bounds.ts';
import { READ } from '../exact/columns.ts';
import { isLinearizable } from '../exact/core.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { judge } from '../exact/judge.ts';
import { singleValuesIn } from '../exact/labels.ts';
import type { Levels } from '../exact/levels.ts';
import { circumstancesOf, columnsOf, commonStep } from '../exact/operations.ts';
import { type Staleness, stalenessOf } from '../exact/staleness.ts';
import type { Witness } from '../exact/witness.ts';
import { acrossOf, changed, fromLowest, levelsAmong, oldestOf, type Views, viewsOf } from '../recorded/clocks.ts';
import { byWitness, type Diagnosis, together } from '../recorded/diagnosis.ts';
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
  const plain = rowsFor(number, number.operations, step, taken.errorNs);
  const rows = isSure ? plain : rowsFor(number, operations, step, taken.errorNs);
  const byClient = ({ views, broken }: Rows): Rows => ({
    views: changed(views, (columns) => ({ ...columns, process: clientsOf(number.operations, columns.index) })),
    broken,
  });
  const levels = keptBy(byClient(plain));
  const taking = taken.oneClient ? byClient(rows) : rows;
  const diagnosis = diagnosed(number, operations, taking, levels, isSure && levels.linearizable);
  return { number, diagnosis, levels, isRead: rows.views.widest.kind.includes(READ) };
}

const softened =
  (doubtful: ReadonlySet<Operation>) =>
  (write: Operation): Operation =>
    doubtful.has(write) ? { ...copyOf(write), outcome: 'info', complete: null } : write;

interface Rows {
  readonly views: Views;
  /** What only the order within one machine shows to be wrong, where clocks are off; null where nothing is. */
  readonly broken: Witness | null;
}

/** What is linearizable keeps all the others. */
function keptBy({ views, broken }: Rows): Levels {
  if (broken !== null || !isLinearizable(views.widest)) return { ...levelsAmong(views), linearizable: false };
  const convergent = hasConverged(views.widest);
  return { linearizable: true, sequential: true, session: true, ryw: true, mr: true, bounds: true, convergent };
}

function rowsFor({ initial }: SeenNumber, operations: readonly Operation[], step: string, errorNs: number): Rows {
  const start = initial ?? readBefore(operations);
  const given = columnsOf(operations, { initial: start, step, limit: null, returns: false });
  const times = { initial: start, clock: { unit: 'ns' as const, errorNs } };
  const circumstances = circumstancesOf(times, operations, given, false);
  const views = viewsOf(given, circumstances.clock, errorNs);
  const judgement = circumstances.clock === null ? null : judge(given, circumstances);
  const broken = judgement?.verdict === 'violation' ? judgement.witness : null;
  return { views: start === null ? fromLowest(views) : views, broken };
}

const readBefore = (own: readonly Operation[]): string | null =>
  own.find(({ role, outcome, value }) => role === 'before' && outcome === 'ok' && value !== null)?.value ?? null;

function diagnosed(
  { key, reading }: SeenNumber,
  operations: readonly Operation[],
  { views, broken }: Rows,
  levels: Levels,
  isRight: boolean,
): Diagnosis {
  const { widest: columns, recorded } = views;
  const counter = { key, reading, round: null, returns: false, others: false };
  const whole = { counter, operations, columns, recorded, witness: null, inUnits: false, levels };
  if (broken === null && (isRight || isLinearizable(columns))) {
    const reads = columns.kind.reduce((count, kind) => count + (kind === READ ? 1 : 0), 0);
    const staleness = { exact: true, maxDeltaNs: 0, maxK: 0, reads, stale: [] };
    return { ...whole, verdict: 'linearizable', anomalies: new Map(), staleness };
  }
  const each = acrossOf(views).map((one) => ({ one, evidence: evidenceOf(one) }));
  // A read that misses writes is late; that they are lost is told by the amounts.
  const found = together(each.map(({ one, evidence }) => singleValuesIn(one, evidence)));
  const anomalies = found.size === 0 && broken !== null ? byWitness(broken) : found;
  const [first, ...more] = each.map(({ one, evidence }) => stalenessOf(one, evidence));
  return { ...whole, verdict: 'violation', anomalies, staleness: oldestOf([first as Staleness, ...more]) };
}
