import { formatDecimal, times } from '../../history/decimal.ts';
import type { Range } from '../../verdict/report.ts';
import { type Checker, type Claim, phaseOf, witnessOf } from '../claim.ts';
import { type Facts, netLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { raceWords, told } from '../told.ts';
import { rangeWords, were } from '../words.ts';

/** CP101: fewer steps than acknowledged writes. Silent, for every one of them was answered with a yes. */
export const lostWrites: Checker = (facts) =>
  facts.ledgers
    .filter(({ expectation }) => expectation.risesBy === 'acknowledged')
    .flatMap((entry) =>
      netLegs(entry).flatMap(({ leg, net: { lost } }) => (lost.min ? [lostClaim(facts, entry, leg, lost)] : [])),
    );

/** What is said of acknowledged writes that are missing from a leg. */
export function lostClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, lost: Range): Claim {
  const { acknowledged } = leg;
  const [unit, due] = [facts.step, times(facts.step, BigInt(acknowledged))].map(formatDecimal);
  return {
    code: 'CP101',
    round: round.round,
    phase: phaseOf(leg),
    count: lost,
    message: `${told(facts, leg, expectation.reading)}: ${rangeWords(lost)} ${were(lost)} lost`,
    argument: `${acknowledged} acknowledged writes of ${unit} each move the value by ${due}; it moved by ${formatDecimal(leg.distance)}, and no answer said that any of them did not count. ${raceWords(facts, leg)}`,
    witness: witnessOf(leg, 'acknowledged'),
  };
}
