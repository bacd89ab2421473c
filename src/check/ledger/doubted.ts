import type { Operation } from '../../history/operation.ts';
import { countedOnce } from './identities.ts';
import type { Doubt, RoundReading } from './ledger.ts';
import { isWithin, type Leg } from './leg.ts';
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
  for (const { round, expectation, measure, legs } of entries) {
    const isRight = (read: Operation): boolean => legs.some((leg) => isWithin(leg) && shows(read, leg));
    const turns = measure.plain ? null : turnsIn(round, expectation.reading, measure.step, isRight);
    if (turns !== null) return { kind: 'in-turn', turns, round: round.round };
  }
  return null;
}

/** The number that a leg came to, read after it. */
const shows = (read: Operation, { after }: Leg): boolean =>
  read.phaseIndex === after.read.phaseIndex && read.value === after.read.value;

function onceOf(entry: RoundReading): Doubt | null {
  const once = countedOnce(entry);
  return once === null ? null : { kind: 'counted-once', once };
}
