import { countedOnce } from './identities.ts';
import type { Doubt, RoundReading } from './ledger.ts';
import { turnsIn } from './turns.ts';

/** One reading through all its rounds, with the doubts that only all of it shows. */
export function doubted(entries: readonly RoundReading[]): readonly RoundReading[] {
  const shared = inTurn(entries);
  return entries.map((entry) => {
    const doubt = shared ?? entry.doubt ?? onceOf(entry);
    return doubt === entry.doubt ? entry : { ...entry, doubt };
  });
}

/** Who answers in turn in one round does so in all of them. A number that moves of itself may go to and fro. */
function inTurn(entries: readonly RoundReading[]): Doubt | null {
  for (const { round, expectation, measure } of entries) {
    const turns = measure.plain ? null : turnsIn(round, expectation.reading, measure.step);
    if (turns !== null) return { kind: 'in-turn', turns, round: round.round };
  }
  return null;
}

function onceOf(entry: RoundReading): Doubt | null {
  const once = countedOnce(entry);
  return once === null ? null : { kind: 'counted-once', once };
}
