import { formatDecimal } from '../../history/decimal.ts';
import { type Checker, type Claim, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import { type Facts, judgedLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { told } from '../told.ts';

/** CP114: the value moved by what is no whole number of steps, and no wrong kind of value explains it. */
export const unexplainedValue: Checker = (facts) =>
  facts.ledgers
    .filter(({ expectation }) => expectation.risesBy === 'acknowledged')
    .flatMap((entry) =>
      judgedLegs(entry)
        .filter((leg) => leg.rise === null && leg.fault === null)
        .map((leg) => claim(facts, entry, leg)),
    );

function claim(facts: Facts, { round, expectation }: RoundReading, leg: Leg): Claim {
  const [unit, distance] = [formatDecimal(facts.step), formatDecimal(leg.distance)];
  return {
    code: 'CP114',
    round: round.round,
    phase: phaseOf(leg),
    count: UNCOUNTED,
    message: `${told(facts, leg, expectation.reading)}: ${distance} is no whole number of steps of ${unit}`,
    argument: `Each write moves the value by ${unit}, so whatever set of them took effect, however often, it moves by a multiple of ${unit}; ${distance} is none.`,
    witness: witnessOf(leg, 'acknowledged'),
  };
}
