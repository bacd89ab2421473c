import type { Operation } from '../../history/operation.ts';
import { acrossOf, changed, fromLowest, levelsAmong, oldestOf, type Views, viewsOf } from '../diagnosis/clocks.ts';
import { type Diagnosis, together } from '../diagnosis/diagnosis.ts';
import { byWitness } from '../exact/by-witness.ts';
import { type Columns, READ } from '../exact/columns.ts';
import { isLinearizable } from '../exact/core.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { refute } from '../exact/judge.ts';
import { singleValuesIn } from '../exact/labels.ts';
import { EVERY, type Levels } from '../exact/levels/levels.ts';
import { circumstancesOf } from '../exact/operations.ts';
import { allFresh, type Staleness, stalenessOf } from '../exact/staleness.ts';
import type { Witness } from '../exact/witness/witness.ts';
import { clientsOf } from './clients.ts';
import type { SeenNumber } from './numbers.ts';
import { rowsOf, softened } from './rows.ts';

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
  /** Tells writes that may not have counted, though they were acknowledged; null: there is none. */
  readonly isDoubtful: ((write: Operation) => boolean) | null;
  /** A read must see what the prober wrote, as one client; otherwise sessions are taken as they were recorded. */
  readonly oneClient: boolean;
  readonly errorNs: number;
}

/** null: its writes move it by different amounts, and nothing is told. */
export function seenOf(number: SeenNumber, taken: Taken): Seen | null {
  const rows = rowsOf(number);
  if (rows === null) return null;
  const { operations } = number;
  const unsure = softened(rows.plain, operations, taken.isDoubtful);
  const isSure = unsure === rows.plain;
  const all = lookedAt(operations, rows.plain, rows.start, taken.errorNs);
  const some = isSure ? all : lookedAt(operations, unsure, rows.start, taken.errorNs);
  const byClient = (looked: Looked): Looked => ({
    ...looked,
    views: changed(looked.views, (columns) => ({ ...columns, process: clientsOf(operations, columns.index) })),
  });
  const levels = keptBy(byClient(all));
  const taking = taken.oneClient ? byClient(some) : some;
  const diagnosis = diagnosed(number, taking, levels, isSure && levels.linearizable);
  return { number, diagnosis, levels, isRead: rows.plain.kind.includes(READ) };
}

interface Looked {
  readonly views: Views;
  /** What only the order within one machine shows to be wrong, where clocks are off; null where nothing is. */
  readonly broken: Witness | null;
  readonly startKnown: boolean;
}

/** What is linearizable keeps all the others. */
function keptBy({ views, broken, startKnown }: Looked): Levels {
  const levels = levelsAmong(views, startKnown);
  return broken === null && levels.linearizable ? { ...levels, ...EVERY } : { ...levels, linearizable: false };
}

function lookedAt(operations: readonly Operation[], given: Columns, start: string | null, errorNs: number): Looked {
  const times = { initial: start, clock: { unit: 'ns' as const, errorNs } };
  const circumstances = circumstancesOf(times, operations, given, false);
  const views = viewsOf(given, circumstances.clock, errorNs);
  const judgement = circumstances.clock === null ? null : refute(given, circumstances);
  const broken = judgement?.verdict === 'violation' ? judgement.witness : null;
  return { views: start === null ? fromLowest(views) : views, broken, startKnown: start !== null };
}

function diagnosed(
  { key, reading, operations }: SeenNumber,
  { views, broken, startKnown }: Looked,
  levels: Levels,
  isRight: boolean,
): Diagnosis {
  const { widest: columns, recorded } = views;
  const counter = { key, reading, round: null, returns: false, others: false };
  const whole = {
    counter,
    operations,
    columns,
    recorded,
    witness: null,
    inUnits: false,
    levels,
    startKnown,
    atLowest: null,
  };
  if (broken === null && (isRight || isLinearizable(columns))) {
    return { ...whole, verdict: 'linearizable', anomalies: new Map(), staleness: allFresh(columns) };
  }
  const each = acrossOf(views).map((one) => ({ one, evidence: evidenceOf(one) }));
  // A read that misses writes is late; that they are lost is told by the amounts.
  const found = together(each.map(({ one, evidence }) => singleValuesIn(one, evidence)));
  const anomalies = found.size === 0 && broken !== null ? byWitness(broken) : found;
  const [first, ...more] = each.map(({ one, evidence }) => stalenessOf(one, evidence));
  return { ...whole, verdict: 'violation', anomalies, staleness: oldestOf([first as Staleness, ...more]) };
}
