import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { isImported, returnsValues } from '../../history/returned.ts';
import { splitByKey } from '../../history/split.ts';
import type { Counter } from '../exact/operations.ts';

export { isImported } from '../../history/returned.ts';

/** Every counter of a history, as an exact check takes it: one for each key, round that sets it anew, and reading. */
export const countersOf = (history: History): readonly Counter[] => partsOf(history).map(({ counter }) => counter);

/** The same, each with the operations of its key and round. */
export function partsOf(
  history: History,
): readonly { readonly counter: Counter; readonly operations: readonly Operation[] }[] {
  const { header } = history;
  const returns = returnsValues(header);
  const readings = isImported(header) || header.readings.length === 0 ? [null] : header.readings;
  return splitByKey(history).flatMap(({ key, round, operations }) =>
    readings.map((reading) => ({ counter: { key, reading, round, returns, others: false }, operations })),
  );
}
