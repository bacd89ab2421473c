import { judgedLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { factorOf, isOfRefusals } from '../notes/other-step.ts';

/** How many steps each write of a round moved the value by, where that is more than one and the same in each phase; null: it is not so. */
export function constantFactor(entry: RoundReading): bigint | null {
  if (!entry.expectation.perPhase) return null;
  const legs = judgedLegs(entry);
  if (legs.every(isOfRefusals)) return null;
  const factors = new Set(legs.map(factorOf));
  const [factor = null] = factors;
  return factors.size === 1 && factor !== null && factor > 1n ? factor : null;
}
