import { type Decimal, formatDecimal } from '../../history/decimal.ts';
import { type Checker, type Claim, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import { isFault } from '../findings.ts';
import { type Facts, type NetLeg, netLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { tallyOf } from '../ledger/tally.ts';
import { told } from '../told.ts';
import { plural } from '../words.ts';
import { lostClaim } from './lost.ts';
import { isRight, offBy, rightedBy, wantedOf } from './right.ts';
import { surplusClaims } from './surplus.ts';

/**
 * A rise that was asked for as a number does not widen. Further from it than the unknown writes reach: fail, as a loss
 * or a double count where the acknowledged writes prove one, else as a value outside its bounds. Nearer, with unknown
 * writes: some way of resolving them breaks it, and CP302 says so. What is right by the end is left to CP120.
 */
export const exactRise: Checker = (facts) => facts.ledgers.flatMap((entry) => claimsOf(facts, entry));

interface Wanted extends NetLeg {
  readonly wanted: Decimal;
}

function claimsOf(facts: Facts, entry: RoundReading): readonly Claim[] {
  if (entry.measure.plain) return [];
  const all = netLegs(entry).flatMap(({ leg, net }): readonly Wanted[] => {
    const wanted = wantedOf(entry, leg);
    return wanted === null || leg.fault !== null || leg.measure.plain ? [] : [{ leg, net, wanted }];
  });
  if (rightedBy(entry) !== null) {
    return all.flatMap((one) => (tookEffect(facts, one) ? surplusClaims(facts, entry, one) : []));
  }
  const claims = all.flatMap((one) => judge(facts, entry, one));
  const wrong = all.find(({ leg }) => !isRight(entry, leg));
  // What is off and only late by its counts is off all the same, where nothing else says so.
  if (wrong === undefined || claims.some(isFault) || isToldElsewhere(entry)) return claims;
  return [...claims, outside(facts, entry, wrong.leg, wrong.wanted)];
}

/** What is wrong over the rounds of this counter is told of another of them. */
const isToldElsewhere = ({ span }: RoundReading): boolean =>
  span !== null && span.whole.balance.deficit + span.whole.balance.surplus > 0;

function judge(facts: Facts, entry: RoundReading, one: Wanted): readonly Claim[] {
  const { leg, net, wanted } = one;
  const { balance } = leg;
  if (tookEffect(facts, one)) return surplusClaims(facts, entry, one);
  const { off } = offBy(leg, wanted);
  if (isRight(entry, leg)) return isMet(leg, off) ? [] : [unresolved(facts, entry, leg, wanted)];
  const short = off.unscaled < 0n === leg.measure.step.unscaled > 0n;
  if (short && balance !== null && balance.deficit > 0)
    return net.lost.min ? [lostClaim(facts, entry, leg, net.lost)] : [];
  if (!short && balance !== null && balance.surplus > 0 && !isOther(facts, one))
    return surplusClaims(facts, entry, one);
  return [outside(facts, entry, leg, wanted)];
}

/** Refused writes account for what is too much of the number that they move. */
const tookEffect = (facts: Facts, one: Wanted): boolean => (one.net.refused.min ?? 0) > 0 && !isOther(facts, one);

/** What is to stand still while no operation was done may be another number than that of its effects: of keys claimed, say. */
const isOther = ({ header }: Facts, { leg, wanted }: Wanted): boolean =>
  header.object === 'effect' && wanted.unscaled === 0n && leg.acknowledged === 0 && leg.repeats === 0;

/** Met, and no unknown write of these phases leaves a doubt; one of an earlier phase that may still land leaves none. */
const isMet = ({ phases, measure }: Leg, off: Decimal): boolean =>
  off.unscaled === 0n && (measure.plain || tallyOf(phases, measure.counted).unknown === 0);

/** The rise is the number that was asked for, and nothing leaves a doubt; a refused write that took effect is a fault even so. */
export function meetsExactly(entry: RoundReading, leg: Leg): boolean {
  const wanted = wantedOf(entry, leg);
  return wanted !== null && !leg.balance?.refused.min && isMet(leg, offBy(leg, wanted).off);
}

/** CP302: some ways in which the unknown writes can have gone break the number that was asked for, and some do not. */
export function unresolved(facts: Facts, { round, expectation }: RoundReading, leg: Leg, wanted: Decimal): Claim {
  return {
    code: 'CP302',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: { min: leg.unknown, max: leg.unknown },
    message: `${told(facts, leg, expectation.reading)}; a rise by exactly ${formatDecimal(wanted)} was asked for`,
    argument: `Whether that holds depends on which of the ${plural(leg.unknown, 'unknown write')} took effect: some ways break it and some do not.`,
    witness: witnessOf(leg, 'unknown'),
  };
}

function outside(facts: Facts, { round, expectation }: RoundReading, leg: Leg, wanted: Decimal): Claim {
  return {
    code: 'CP114',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `${told(facts, leg, expectation.reading)}; a rise by exactly ${formatDecimal(wanted)} was asked for`,
    argument: `It rose by ${formatDecimal(leg.distance)}, and not by ${formatDecimal(wanted)}, whatever the ${plural(leg.unknown, 'unknown write')} did.`,
    witness: [leg.before.read, leg.after.read].filter((one) => one !== null),
  };
}
