import type { Checker, Claim } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { isWithin, type Leg } from '../ledger/leg.ts';
import { told } from '../told.ts';
import { listed } from '../words.ts';

/** CP120: right over the round and wrong by phases. Never a loss in one and a double count in another. */
export const heldBack: Checker = (facts) =>
  facts.ledgers
    .filter(
      ({ expectation, doubt }) => expectation.risesBy === 'acknowledged' && expectation.perPhase && doubt === null,
    )
    .flatMap((entry) => {
      const { whole, legs } = entry;
      const wrong = legs.filter((leg) => !isWithin(leg));
      const counted = legs.every((leg) => leg.balance !== null);
      return whole !== null && isWithin(whole) && counted && wrong.length > 0
        ? [heldBackClaim(facts, entry, whole, wrong)]
        : [];
    });

function heldBackClaim(facts: Facts, { round, expectation }: RoundReading, whole: Leg, wrong: readonly Leg[]): Claim {
  const count = wrong.reduce((n, leg) => n + (leg.balance?.deficit ?? 0), 0) || whole.acknowledged;
  const phases = wrong.map((leg) => {
    const name = listed(leg.phases.map((phase) => phase.info.name));
    return `${name} moved it by ${leg.rise} for ${leg.acknowledged} acknowledged`;
  });
  return {
    code: 'CP120',
    round: round.round,
    phase: null,
    count: { min: count, max: count },
    message: `${told(facts, whole, expectation.reading)}, which is right; but ${listed(phases)}`,
    argument:
      'The sum over the round is right, so nothing was lost and nothing counted twice: writes did not show in their own phase, however long it was read, and came out with later ones.',
    witness: [whole.before.read, ...wrong.map((leg) => leg.after.read), whole.after.read].filter(there).filter(once),
  };
}

const there = <T>(item: T | null): item is T => item !== null;
const once = <T>(item: T, i: number, all: readonly T[]): boolean => all.indexOf(item) === i;
