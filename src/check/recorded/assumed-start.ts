import { baseOf, startOf } from '../../history/base.ts';
import { isSame } from '../../history/decimal.ts';
import type { History } from '../../history/history.ts';
import { printable } from '../../history/printable.ts';
import { splitByKey } from '../../history/split.ts';
import type { Note } from '../../verdict/report.ts';

/** A history does not say where its numbers began, 0 was taken, and what was read ahead of every write is another one. */
export function assumedStart(history: History): readonly Note[] {
  const { header } = history;
  const other = splitByKey(history)
    .map(({ operations }) => baseOf(operations))
    .find((base) => base !== null && !isSame(base, '0'));
  if (other === undefined || other === null) return [];
  const start = startOf({ ...history, header: { ...header, initial: null } }) ?? 'unknown';
  const shown = `The first read, ahead of every write, shows ${printable(other, 80)}, and the file does not say where the number began: it was taken to be 0.`;
  return [{ code: 'initial', message: `${shown} Where that is wrong, give --initial ${printable(start, 80)}.` }];
}
