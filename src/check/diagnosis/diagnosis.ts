import type { Operation } from '../../history/operation.ts';
import { byWitness } from '../exact/by-witness.ts';
import { type Columns, INCREMENT } from '../exact/columns.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { type Anomalies, anomaliesOf } from '../exact/labels.ts';
import type { Levels } from '../exact/levels/levels.ts';
import type { Counter } from '../exact/operations.ts';
import { allFresh, type Staleness, stalenessOf } from '../exact/staleness.ts';
import type { Witness } from '../exact/witness/witness.ts';
import { acrossOf, levelsAmong, oldestOf, type Views } from './clocks.ts';

/** What an exact check says of one counter. Rows are those of `columns`. */
export interface Diagnosis {
  readonly counter: Counter;
  /** In the order of the history; `columns.index` leads to them. */
  readonly operations: readonly Operation[];
  /** Values are steps from the start value, or from the lowest that explains most where that is not known. */
  readonly columns: Columns;
  /** The same rows with the times as recorded, which are exact for each client. */
  readonly recorded: Columns;
  readonly verdict: 'linearizable' | 'violation' | 'unknown';
  /** The smallest proof of a violation; null where there is none, or the increments are of different amounts. */
  readonly witness: Witness | null;
  /** The increments are of different amounts: then rows are single units of them. */
  readonly inUnits: boolean;
  /** None exactly where it is linearizable. */
  readonly anomalies: Anomalies;
  readonly levels: Levels;
  readonly staleness: Staleness;
  readonly startKnown: boolean;
  /** What is wrong from the lowest start value, where it has another name from others: then `anomalies` has none of them. */
  readonly atLowest: Pick<Diagnosis, 'anomalies' | 'staleness'> | null;
}

/** What goes for the rows, once the verdict is known. */
export function seenIn(
  views: Views,
  verdict: Diagnosis['verdict'],
  witness: Witness | null,
  levels: Levels = levelsAmong(views),
): Pick<Diagnosis, 'anomalies' | 'levels' | 'staleness'> {
  if (verdict === 'linearizable' && levels.linearizable)
    return { anomalies: new Map(), levels, staleness: allFresh(views.widest) };
  const [widest, ...more] = acrossOf(views).map((columns) => ({ columns, evidence: evidenceOf(columns) }));
  const each = [widest as NonNullable<typeof widest>, ...(verdict === 'violation' ? more : [])] as const;
  const found: Anomalies =
    verdict === 'violation'
      ? together(each.map(({ columns, evidence }) => anomaliesOf(columns, evidence, false)))
      : new Map();
  const [first, ...others] = each.map(({ columns, evidence }) => stalenessOf(columns, evidence));
  return {
    anomalies: witness !== null && found.size === 0 ? byWitness(witness) : found,
    levels: { ...levels, linearizable: verdict === 'linearizable' },
    staleness: oldestOf([first as Staleness, ...others]),
  };
}

/** Every anomaly that one of them has, once for each row. */
export function together([first = new Map(), ...more]: readonly Anomalies[]): Anomalies {
  if (more.every(({ size }) => size === 0)) return first;
  const rows = new Map([...first].map(([anomaly, own]) => [anomaly, new Set(own)]));
  for (const [anomaly, own] of more.flatMap((one) => [...one]))
    rows.set(anomaly, new Set([...(rows.get(anomaly) ?? []), ...own]));
  return new Map([...rows].map(([anomaly, own]) => [anomaly, [...own]]));
}

/** Whether anything was seen of the counter's value. */
export const isObserved = ({ columns }: Diagnosis): boolean => columns.kind.some((kind) => kind !== INCREMENT);
