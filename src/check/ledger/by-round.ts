import { once } from '../once.ts';
import type { RoundReading } from './ledger.ts';
import type { RoundRun } from './rounds.ts';

/** The readings of each round, in their order; found once for a list, however many rounds ask. */
const byRound = once((entries: readonly RoundReading[]): ReadonlyMap<RoundRun, readonly RoundReading[]> => {
  const found = new Map<RoundRun, RoundReading[]>();
  for (const entry of entries) {
    const own = found.get(entry.round);
    if (own) own.push(entry);
    else found.set(entry.round, [entry]);
  }
  return found;
});

/** Those of a list that are of a round. */
export const entriesOf = (entries: readonly RoundReading[], round: RoundRun): readonly RoundReading[] =>
  byRound(entries).get(round) ?? [];
