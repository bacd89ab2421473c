import type { History, HistoryHeader } from '../../history/history.ts';
import { splitByKey } from '../../history/split.ts';
import type { Counter } from '../exact/operations.ts';

/** What the header of a history from another tool has for a run of ours. */
const IMPORTED = 'imported';

/** Whether another tool recorded it: then it has no phases of ours, and reads may lie among the writes. */
export const isImported = ({ runId }: Pick<HistoryHeader, 'runId'>): boolean => runId === IMPORTED;

/** Every counter of a history, as an exact check takes it: one for each key, round that sets it anew, and reading. */
export function countersOf(history: History): readonly Counter[] {
  const { header } = history;
  const returns = isImported(header);
  const readings = returns || header.readings.length === 0 ? [null] : header.readings;
  return splitByKey(history).flatMap(({ key, round }) =>
    readings.map((reading) => ({ key, reading, round, returns, others: false })),
  );
}
