import { formatDecimal, times } from '../../history/decimal.ts';
import type { Range } from '../../verdict/report.ts';
import { type Checker, type Claim, phaseOf, witnessOf } from '../claim.ts';
import { type Facts, netLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { raceWords, told } from '../told.ts';
import { plural, rangeWords, were } from '../words.ts';

/**
 * CP103 and CP102: more steps than acknowledged and unknown writes. What refused writes can account for is put down to
 * them first: one effect for each is less to believe than one write that came twice.
 */
export const surplusWrites: Checker = (facts) =>
  facts.ledgers
    .filter(({ expectation }) => expectation.risesBy === 'acknowledged')
    .flatMap((entry) =>
      netLegs(entry).flatMap(({ leg, net }) => surplusClaims(facts, entry, leg, net.refused, net.duplicated)),
    );

/** What is said of steps above all that may have counted. */
export function surplusClaims(
  facts: Facts,
  entry: RoundReading,
  leg: Leg,
  refused: Range,
  duplicated: Range,
): readonly Claim[] {
  return [
    ...(refused.min ? [refusedClaim(facts, entry, leg, refused)] : []),
    ...(duplicated.min ? [duplicatedClaim(facts, entry, leg, duplicated)] : []),
  ];
}

function refusedClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, refused: Range): Claim {
  const applied = plural(refused.min ?? 0, 'refused write');
  return {
    code: 'CP103',
    round: round.round,
    phase: phaseOf(leg),
    count: refused,
    message: `${told(facts, leg, expectation.reading)}, with ${leg.rejected} refused: ${applied} took effect`,
    argument: `${mostWords(facts, leg)} Refused writes account for what is above that, and a client that was refused sends again.`,
    witness: witnessOf(leg, 'rejected'),
  };
}

function duplicatedClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, duplicated: Range): Claim {
  const unknown = leg.phases.some((phase) => phase.counts.unknown > 0)
    ? ' Every unknown write is taken to have counted.'
    : '';
  const refused = leg.rejected > 0 ? ` So is every one of the ${leg.rejected} refused.` : '';
  return {
    code: 'CP102',
    round: round.round,
    phase: phaseOf(leg),
    count: duplicated,
    message: `${told(facts, leg, expectation.reading)}: ${rangeWords(duplicated)} ${were(duplicated)} counted again`,
    argument: `${mostWords(facts, leg)}${unknown}${refused} Nothing was sent twice. ${raceWords(facts, leg)}`,
    witness: witnessOf(leg, 'acknowledged'),
  };
}

function mostWords({ step }: Facts, leg: Leg): string {
  const most = leg.acknowledged + leg.unknown;
  const [unit, due] = [step, times(step, BigInt(most))].map(formatDecimal);
  return `${plural(most, 'write')} of ${unit} each move the value by ${due} at most; it moved by ${formatDecimal(leg.distance)}.`;
}
