import type { Operation } from '../../history/operation.ts';
import { type Columns, INCREMENT } from '../exact/columns.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { type Anomalies, type Anomaly, anomaliesOf } from '../exact/labels.ts';
import { type Levels, levelsOf } from '../exact/levels.ts';
import type { Counter } from '../exact/operations.ts';
import { type Staleness, stalenessOf } from '../exact/staleness.ts';
import type { Form, Witness } from '../exact/witness.ts';

/** What an exact check says of one counter. Rows are those of `columns`. */
export interface Diagnosis {
  readonly counter: Counter;
  /** In the order of the history; `columns.index` leads to them. */
  readonly operations: readonly Operation[];
  /** Values are steps from the start value, or from the lowest that explains most where that is not known. */
  readonly columns: Columns;
  readonly verdict: 'linearizable' | 'violation' | 'unknown';
  /** The smallest proof of a violation; null where there is none, or the increments are of different amounts. */
  readonly witness: Witness | null;
  /** The increments are of different amounts: then rows are single units of them. */
  readonly inUnits: boolean;
  /** None exactly where it is linearizable. */
  readonly anomalies: Anomalies;
  readonly levels: Levels;
  readonly staleness: Staleness;
}

/** What goes for the rows, once the verdict is known. */
export function seenIn(
  columns: Columns,
  verdict: Diagnosis['verdict'],
  witness: Witness | null,
): Pick<Diagnosis, 'anomalies' | 'levels' | 'staleness'> {
  const evidence = evidenceOf(columns);
  const found: Anomalies = verdict === 'violation' ? anomaliesOf(columns, evidence) : new Map();
  return {
    anomalies: witness !== null && found.size === 0 ? byWitness(witness) : found,
    levels: { ...levelsOf(columns), linearizable: verdict === 'linearizable' },
    staleness: stalenessOf(columns, evidence),
  };
}

/** As long as each operation may have taken in true time. */
export const widened = (columns: Columns, errorNs: number): Columns => ({
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
function byWitness(witness: Witness): Anomalies {
  const rows = [...witness.ceilings, ...witness.floors, ...witness.increments];
  return new Map([[BY_FORM[witness.form], rows.slice(0, 1)]]);
}

/** Whether anything was seen of the counter's value. */
export const isObserved = ({ columns }: Diagnosis): boolean => columns.kind.some((kind) => kind !== INCREMENT);
