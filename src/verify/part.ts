import type { History } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import { splitByKey } from '../history/split.ts';
import { once } from './once.ts';

/** The history of one counter alone: what is on its key and, where a setup sets the number anew, in its round. */
export const partOf = (
  history: History,
  counter: { readonly key: string; readonly round: number | null },
): History => ({
  ...history,
  operations: parts(history, '').get(nameOf(counter)) ?? [],
});

const parts = once(
  (history: History): ReadonlyMap<string, readonly Operation[]> =>
    new Map(splitByKey(history).map((part) => [nameOf(part), part.operations])),
);

const nameOf = ({ key, round }: { readonly key: string; readonly round: number | null }): string =>
  JSON.stringify([key, round]);
