import type { History, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { splitByKey } from '../../history/split.ts';
import type { Counter } from '../exact/operations.ts';

/** What the header of a history from another tool has for a run of ours. */
const IMPORTED = 'imported';

/** Whether another tool recorded it: then it has no phases of ours, and reads may lie among the writes. */
export const isImported = ({ runId }: Pick<HistoryHeader, 'runId'>): boolean => runId === IMPORTED;

/** Every counter of a history, as an exact check takes it: one for each key, round that sets it anew, and reading. */
export const countersOf = (history: History): readonly Counter[] => partsOf(history).map(({ counter }) => counter);

/** The same, each with the operations of its key and round. */
export function partsOf(
  history: History,
): readonly { readonly counter: Counter; readonly operations: readonly Operation[] }[] {
  const { header } = history;
  const returns = isImported(header);
  const readings = returns || header.readings.length === 0 ? [null] : header.readings;
  return splitByKey(history).flatMap(({ key, round, operations }) =>
    readings.map((reading) => ({ counter: { key, reading, round, returns, others: false }, operations })),
  );
}
