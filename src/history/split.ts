import type { History, HistoryHeader } from './history.ts';
import type { Operation } from './operation.ts';

/** Which counter an operation is on. */
export interface Counter {
  readonly key: string;
  /** Where each round sets the number anew, rounds are counters of their own; null where they are not. */
  readonly round: number | null;
}

export interface CounterPart extends Counter {
  /** As they stood. */
  readonly operations: readonly Operation[];
}

/** Tells the counter of an operation; the same object for the same counter, so that it can be a key of a Map. */
export function counterOf({ setup }: Pick<HistoryHeader, 'setup'>): (operation: Operation) => Counter {
  const byRound = new Map<number | null, Map<string, Counter>>();
  let last: Counter | null = null;
  return (operation) => {
    const { key } = operation;
    const round = setup ? operation.round : null;
    if (last !== null && last.key === key && last.round === round) return last;
    const counters = byRound.get(round) ?? new Map<string, Counter>();
    byRound.set(round, counters);
    last = counters.get(key) ?? { key, round };
    counters.set(key, last);
    return last;
  };
}

/**
 * The operations on each counter by themselves: of each key and, where requests set the number before every round, of
 * each round. Linearizability holds for a history when it holds for each part.
 */
export function splitByKey({ header, operations }: Pick<History, 'header' | 'operations'>): readonly CounterPart[] {
  const counterFor = counterOf(header);
  const [first] = operations;
  if (first === undefined) return [];
  const only = counterFor(first);
  // Mostly there is but one, which takes no room.
  if (operations.every((operation) => counterFor(operation) === only)) return [{ ...only, operations }];
  const parts = new Map<Counter, Operation[]>();
  for (const operation of operations) {
    const counter = counterFor(operation);
    const part = parts.get(counter);
    if (part) part.push(operation);
    else parts.set(counter, [operation]);
  }
  return [...parts].map(([counter, own]) => ({ ...counter, operations: own }));
}

/** Whether some key was used in several rounds. */
export function isOverRounds(operations: readonly Operation[]): boolean {
  const rounds = new Map<string, number>();
  return operations.some(({ key, round }) => {
    const first = rounds.get(key) ?? round;
    rounds.set(key, first);
    return first !== round;
  });
}
