import { formatDecimal } from '../../history/decimal.ts';
import { type Checker, type Claim, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import { type Facts, judgedLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { isWithin, type Leg } from '../ledger/leg.ts';
import { told } from '../told.ts';
import { isCounted, rightedBy } from './right.ts';

/** CP114: the value moved by what is no whole number of steps, and no wrong kind of value explains it; or the other way. */
export const unexplainedValue: Checker = (facts) =>
  facts.ledgers
    .filter((entry) => isCounted(entry) && rightedBy(entry) === null)
    .flatMap((entry) =>
      judgedLegs(entry).flatMap((leg) => {
        if (leg.fault !== null) return [];
        if (leg.rise === null && leg.balance === null) return [claim(facts, entry, leg, noSteps(leg))];
        return !isWithin(leg) && leg.balance?.deficit === 0 && leg.balance.surplus === 0
          ? [claim(facts, entry, leg, backwards(leg))]
          : [];
      }),
    );

interface Words {
  readonly what: string;
  readonly argument: string;
}

function noSteps({ measure, distance }: Leg): Words {
  const [unit, moved] = [formatDecimal(measure.step), formatDecimal(distance)];
  return {
    what: `${moved} is no whole number of steps of ${unit}`,
    argument: `Each write moves the value by ${unit}, so whatever set of them took effect, however often, it moves by a multiple of ${unit}; ${moved} is none.`,
  };
}

function backwards({ measure }: Leg): Words {
  return {
    what: 'it moved against its writes',
    argument: `Each write moves the value by ${formatDecimal(measure.step)}; whatever set of them took effect, it cannot go the other way.`,
  };
}

function claim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, { what, argument }: Words): Claim {
  return {
    code: 'CP114',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `${told(facts, leg, expectation.reading)}: ${what}`,
    argument,
    witness: witnessOf(leg, 'acknowledged'),
  };
}
