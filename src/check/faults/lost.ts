import { formatDecimal, times } from '../../history/decimal.ts';
import type { Range } from '../../verdict/report.ts';
import { type Checker, type Claim, phaseOf, witnessOf } from '../claim.ts';
import { type Facts, netLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { raceWords, told } from '../told.ts';
import { rangeWords, were } from '../words.ts';
import { isCounted } from './right.ts';

/** CP101: fewer steps than acknowledged writes. Silent, for every one of them was answered with a yes. */
export const lostWrites: Checker = (facts) =>
  facts.ledgers
    .filter(isCounted)
    .flatMap((entry) =>
      netLegs(entry).flatMap(({ leg, net: { lost } }) => (lost.min ? [lostClaim(facts, entry, leg, lost)] : [])),
    );

function kindWords({ measure, repeats }: Leg): string {
  if (measure.counted !== 'acknowledged' && measure.counted !== 'keys') return 'such writes';
  return repeats > 0 ? 'acknowledged keys' : 'acknowledged writes';
}

/** What is said of acknowledged writes that are missing from a leg. */
export function lostClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, lost: Range): Claim {
  const { acknowledged, measure } = leg;
  const [unit, due] = [measure.step, times(measure.step, BigInt(acknowledged))].map(formatDecimal);
  return {
    code: 'CP101',
    round: round.round,
    phase: phaseOf(leg),
    count: lost,
    message: `${told(facts, leg, expectation.reading)}: ${rangeWords(lost)} ${were(lost)} lost`,
    reading: expectation.reading,
    argument: `${acknowledged} ${kindWords(leg)} of ${unit} each move the value by ${due}; it moved by ${formatDecimal(leg.distance)}, and no status said that any of them did not count. ${raceWords(facts, leg)}`,
    witness: witnessOf(leg, 'acknowledged'),
  };
}
