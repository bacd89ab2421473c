import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { type Columns, fromStart, INCREMENT } from '../exact/columns.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { type Judgement, judge } from '../exact/judge.ts';
import { type Anomalies, type Anomaly, anomaliesOf } from '../exact/labels.ts';
import { realTime } from '../exact/layers.ts';
import { type Levels, levelsOf } from '../exact/levels.ts';
import { type Counter, circumstancesOf, columnsOf, commonStep, operationsOn } from '../exact/operations.ts';
import { type Staleness, stalenessOf } from '../exact/staleness.ts';
import { lowestStart } from '../exact/start.ts';
import type { Form } from '../exact/witness.ts';

/** What an exact check says of one counter. Rows are those of `columns`. */
export interface Diagnosis {
  readonly counter: Counter;
  /** In the order of the history; `columns.index` leads to them. */
  readonly operations: readonly Operation[];
  /** Values are steps from the start value, or from the lowest that explains most where that is not known. */
  readonly columns: Columns;
  readonly judgement: Judgement;
  /** None exactly where it is linearizable. */
  readonly anomalies: Anomalies;
  readonly levels: Levels;
  readonly staleness: Staleness;
}

/** null: its increments are of different amounts, or of none. */
export function diagnose(header: HistoryHeader, operations: readonly Operation[], counter: Counter): Diagnosis | null {
  const own = operationsOn(operations, counter);
  const step = commonStep(own, header.step);
  if (step === null) return null;
  const initial = header.initial ?? readBefore(own);
  const { limit } = header;
  const given = columnsOf(own, { initial, step, limit, returns: counter.returns });
  const circumstances = circumstancesOf({ ...header, initial }, own, given, counter.others);
  const judgement = judge(given, circumstances);
  const columns = anchored(circumstances.clock === null ? given : widened(given, header.clock.errorNs), initial);
  const evidence = evidenceOf(columns);
  const found = judgement.verdict === 'violation' ? anomaliesOf(columns, evidence) : new Map();
  const levels = levelsOf(columns);
  return {
    ...{ counter, operations: own, columns, judgement },
    anomalies: judgement.verdict === 'violation' && found.size === 0 ? byWitness(judgement) : found,
    levels: { ...levels, linearizable: judgement.verdict === 'linearizable' },
    staleness: stalenessOf(columns, evidence),
  };
}

/** The number ahead of the first write, where it was read for that. */
const readBefore = (own: readonly Operation[]): string | null =>
  own.find(({ role, outcome, value }) => role === 'before' && outcome === 'ok' && value !== null)?.value ?? null;

const anchored = (columns: Columns, initial: string | null): Columns =>
  initial === null ? fromStart(columns, lowestStart(columns, realTime(columns))) : columns;

/** As long as each operation may have taken in true time. */
const widened = (columns: Columns, errorNs: number): Columns => ({
  ...columns,
  start: columns.start.map((time) => time - errorNs),
  end: columns.end.map((time) => time + errorNs),
});

const BY_FORM: Readonly<Record<Form, Anomaly>> = {
  duplicate: 'lost-update',
  overflow: 'over-admission',
  impossible: 'future-read',
  jump: 'future-read',
  inversion: 'non-monotonic-read',
  lost: 'stale-read',
};

/** Where only the exact order within one machine shows it. */
function byWitness({ witness }: Extract<Judgement, { verdict: 'violation' }>): Anomalies {
  const rows = [...witness.ceilings, ...witness.floors, ...witness.increments];
  return new Map([[BY_FORM[witness.form], rows.slice(0, 1)]]);
}

/** Whether anything was seen of the counter's value. */
export const isObserved = ({ columns }: Diagnosis): boolean => columns.kind.some((kind) => kind !== INCREMENT);
