import { formatDecimal, times } from '../../history/decimal.ts';
import type { Range } from '../../verdict/report.ts';
import { type Checker, type Claim, phaseOf, sendingPhases, UNCOUNTED, witnessOf } from '../claim.ts';
import { type Facts, type NetLeg, netLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { isWithin, type Leg } from '../ledger/leg.ts';
import { alone } from '../ledger/net.ts';
import { isLegUnsure } from '../ledger/unsure.ts';
import { mostWords, raceWords, told } from '../told.ts';
import { listed, plural, rangeWords, were } from '../words.ts';
import { constantFactor } from './constant-factor.ts';
import { refusedClaim } from './refused.ts';
import { retriedClaim } from './retried.ts';
import { isCounted } from './right.ts';
import { tooEarly } from './too-early.ts';

/**
 * CP110, CP103 (of a quota CP107) and CP102: more steps than acknowledged and unknown writes. What another attempt at the
 * same can account for is put down to it first, then what refused writes can: one effect for each is less to believe than
 * one write that came twice.
 */
export const surplusWrites: Checker = (facts) =>
  facts.ledgers.filter(isCounted).flatMap((entry) => {
    const all = netLegs(entry);
    const factor = constantFactor(entry);
    if (factor !== null && all.length > 1) return factorClaims(facts, entry, all, factor);
    const claims = all.flatMap((one) => surplusClaims(facts, entry, one));
    const early = claims.length > 0 ? null : earlyIn(entry);
    return early === null ? claims : surplusClaims(facts, entry, { leg: early, net: alone(early) });
  });

/** Where only the sum over the round is judged, what was too much for a while was so all the same. */
function earlyIn(entry: RoundReading): Leg | null {
  const { expectation, doubt, whole, legs } = entry;
  const isWhole = !expectation.perPhase && expectation.phaseIndex === undefined;
  if (!isWhole || doubt !== null || whole === null || !isWithin(whole) || legs.some(isLegUnsure)) return null;
  return tooEarly(entry);
}

/** What is said of steps above all that may have counted. */
export function surplusClaims(facts: Facts, entry: RoundReading, { leg, net }: NetLeg): readonly Claim[] {
  const { refused, duplicated } = net;
  const again = Math.min(duplicated.min ?? 0, leg.repeats);
  const twice = less(duplicated, again);
  return [
    ...(again > 0
      ? [retriedClaim(facts, entry, leg, { min: again, max: Math.min(duplicated.max ?? again, leg.repeats) })]
      : []),
    ...(refused.min ? [refusedClaim(facts, entry, leg, refused)] : []),
    ...(twice.min ? [leg.others > 0 ? othersClaim(facts, entry, leg) : duplicatedClaim(facts, entry, leg, twice)] : []),
  ];
}

const less = ({ min, max }: Range, n: number): Range => ({
  min: min === null ? null : Math.max(0, min - n),
  max: max === null ? null : Math.max(0, max - n),
});

function duplicatedClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, duplicated: Range): Claim {
  return {
    code: 'CP102',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: duplicated,
    message: `${told(facts, leg, expectation.reading)}: ${rangeWords(duplicated)} ${were(duplicated)} counted again`,
    argument: `${mostWords(leg)}${allowances(leg)} ${nothingTwice(leg)}${raceWords(facts, leg)}`,
    witness: witnessOf(leg, 'acknowledged'),
  };
}

/** Every write counts as so many, in each phase alike. */
function factorClaims(
  facts: Facts,
  { round, expectation }: RoundReading,
  all: readonly NetLeg[],
  factor: bigint,
): readonly Claim[] {
  const [first] = all;
  if (first === undefined) return [];
  const { step } = first.leg.measure;
  const count = all.reduce((n, { net }) => n + (net.duplicated.min ?? 0) + (net.refused.min ?? 0), 0);
  const phases = all.flatMap(({ leg }) => sendingPhases(leg));
  const amount = formatDecimal(times(step, factor));
  return [
    {
      code: 'CP102',
      round: round.round,
      phase: null,
      reading: expectation.reading,
      count: { min: count, max: count },
      message: `Each write moved the value by ${amount}, where it is to move it by ${formatDecimal(step)}: ${plural(count, 'step')} too many. ${told(facts, first.leg, expectation.reading)}`,
      argument: `It is so in ${listed(phases.map(({ info }) => info.name))} alike: a constant factor, and not a race. Nothing was sent twice.`,
      witness: witnessOf(first.leg, 'acknowledged'),
    },
  ];
}

/** Of writes that an answer said yes to, and that still were not to move it. */
function othersClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg): Claim {
  return {
    code: 'CP114',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `${told(facts, leg, expectation.reading)}, more than they can make`,
    argument: `${mostWords(leg)} ${plural(leg.others, 'other write')} were acknowledged, and were not to move it.`,
    witness: witnessOf(leg, 'acknowledged'),
  };
}

function allowances({ phases, rejected }: Leg): string {
  const unknown = phases.some((phase) => phase.counts.unknown > 0)
    ? ' Every unknown write is taken to have counted.'
    : '';
  return rejected > 0 ? `${unknown} So is every one of the ${rejected} refused.` : unknown;
}

const nothingTwice = ({ repeats }: Leg): string => (repeats === 0 ? 'Nothing was sent twice. ' : '');
