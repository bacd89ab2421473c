import { byWitness } from './by-witness.ts';
import { type Columns, fromStart, isIncrement } from './columns.ts';
import { evidenceOf } from './evidence.ts';
import { judge } from './judge.ts';
import {
  type Anomalies,
  type Anomaly,
  followedByTooMany,
  gravest,
  isExplainedByLoss,
  mayBePassed,
  readInTheEnd,
  returnedAgain,
  singleValuesIn,
} from './labels.ts';
import { withoutGaps } from './others.ts';
import { realTime } from './rows/layers.ts';
import { allFresh, type Staleness, stalenessOf } from './staleness.ts';
import { lowestStart, startBelow } from './start.ts';

/**
 * Every anomaly of a history that is there whatever the start value was, and whatever unrecorded increments came in. null
 * where some start value and increments that nobody recorded explain everything: then from another start value it has
 * another name. `isByLabel`: what was read beside the last reads is taken for earlier, and what returned a value again to
 * have counted, as the labels have it.
 */
export function anomaliesFromAnyStart(columns: Columns, isByLabel = true): Anomalies | null {
  const judgement = judge(columns, { startKnown: false, others: true, clock: null });
  if (judgement.verdict !== 'violation') return null;
  const open = fromStart(columns, startBelow(columns));
  const evidence = evidenceOf(open, true, isByLabel);
  const found = new Map(singleValuesIn(open, evidence));
  // Where no increment was let in, a value above the limit may have been there from the start.
  if (!isAdmitted(open)) found.delete('over-admission');
  const add = (anomaly: Anomaly, rows: readonly number[]): void => {
    if (rows.length > 0) found.set(anomaly, [...new Set([...(found.get(anomaly) ?? []), ...rows])]);
  };
  const tooLow = new Set(evidence.tooLow);
  const finals = readInTheEnd(open);
  add('lost-update', returnedAgain(open));
  const isFinal = (rows: readonly number[]): boolean => isByLabel || !mayBePassed(open, rows, above(open, rows));
  if (finals.every((row) => tooLow.has(row)) && isFinal(finals)) add('lost-update', finals);
  if (isExplainedByLoss(atLowest(columns)) && isFinal(evidence.tooLow)) add('lost-update', evidence.tooLow);
  add('over-admission', followedByTooMany(open, evidence));
  return found.size === 0 ? byWitness(judgement.witness) : found;
}

/** The least value that is above all that these rows show. */
const above = ({ high }: Columns, rows: readonly number[]): number =>
  rows.reduce((most, row) => Math.max(most, high[row] as number), Number.NEGATIVE_INFINITY) + 1;

/** What such a history is called by; for what has another name from another start value, that more was shown than made. */
export function nameFromAnyStart(columns: Columns): Anomaly | null {
  const anomalies = anomaliesFromAnyStart(columns);
  return anomalies === null ? 'future-read' : gravest(anomalies);
}

/**
 * How old what was read was, at least, whatever the start value: from the lowest where that makes old reads explain
 * everything, for it makes them no older than any other; else by what was shown alone.
 */
export function stalenessFromAnyStart(columns: Columns): Staleness {
  const lowest = atLowest(columns);
  const found = stalenessOf(lowest, evidenceOf(lowest));
  if (found.exact) return found;
  const open = fromStart(columns, startBelow(columns));
  if (!columns.low.every(Number.isFinite)) return { ...allFresh(columns), exact: false };
  const asked = withoutGaps(open);
  return { ...stalenessOf(asked, evidenceOf(asked, true)), exact: false };
}

const atLowest = (columns: Columns): Columns => fromStart(columns, lowestStart(columns, realTime(columns)));

const isAdmitted = ({ kind, certain }: Columns): boolean =>
  kind.some((one, row) => isIncrement(one) && certain[row] === 1);
