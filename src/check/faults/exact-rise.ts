import { compare, type Decimal, formatDecimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import { type Checker, type Claim, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import { type Facts, judgedLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { sumOf } from '../ledger/rounds.ts';
import { told } from '../told.ts';
import { plural } from '../words.ts';
import { lostClaim } from './lost.ts';
import { surplusClaims } from './surplus.ts';

/**
 * A rise that was asked for as a number does not widen. Further from it than the unknown writes reach: fail, as a loss
 * or a double count where the acknowledged writes prove one, else as a value outside its bounds. Nearer, with unknown
 * writes: some way of resolving them breaks it, and CP302 says so.
 */
export const exactRise: Checker = (facts) =>
  facts.ledgers.flatMap((entry) =>
    judgedLegs(entry).flatMap((leg) => {
      const wanted = wantedOf(entry, leg);
      return wanted === null || leg.fault !== null ? [] : judge(facts, entry, leg, wanted);
    }),
  );

/** What a leg was asked to rise by: the number for each of its phases, or once over the round; null: no number was asked for. */
export function wantedOf({ expectation }: RoundReading, leg: Leg): Decimal | null {
  const wanted = parseDecimal(expectation.risesBy);
  return wanted !== null && expectation.perPhase ? times(wanted, BigInt(leg.phases.length)) : wanted;
}

function judge(facts: Facts, entry: RoundReading, leg: Leg, wanted: Decimal): readonly Claim[] {
  const off = subtract(leg.distance, wanted);
  const slack = abs(times(facts.step, BigInt(leg.unknown)));
  const { balance } = leg;
  if (appliedRefused(leg)) return surplusOf(facts, entry, leg);
  if (compare(abs(off), slack) <= 0) return isMet(leg, off) ? [] : [unresolved(facts, entry, leg, wanted)];
  const short = off.unscaled < 0n === facts.step.unscaled > 0n;
  if (short && balance !== null && balance.deficit > 0) return [lostClaim(facts, entry, leg, balance.lost)];
  if (!short && balance !== null && balance.surplus > 0) return surplusOf(facts, entry, leg);
  return [outside(facts, entry, leg, wanted)];
}

/** Met, and no unknown write of these phases leaves a doubt; one of an earlier phase that may still land leaves none. */
const isMet = ({ phases }: Leg, off: Decimal): boolean => off.unscaled === 0n && sumOf(phases).unknown === 0;

/** A refused write that took effect is a fault, whatever number was asked for. */
const appliedRefused = ({ balance }: Leg): boolean => (balance?.refused.min ?? 0) > 0;

function surplusOf(facts: Facts, entry: RoundReading, leg: Leg): readonly Claim[] {
  return leg.balance === null ? [] : surplusClaims(facts, entry, leg, leg.balance.refused, leg.balance.duplicated);
}

/** The rise is the number that was asked for, and nothing leaves a doubt. */
export function meetsExactly(entry: RoundReading, leg: Leg): boolean {
  const wanted = wantedOf(entry, leg);
  return wanted !== null && !appliedRefused(leg) && isMet(leg, subtract(leg.distance, wanted));
}

function unresolved(facts: Facts, { round, expectation }: RoundReading, leg: Leg, wanted: Decimal): Claim {
  return {
    code: 'CP302',
    round: round.round,
    phase: phaseOf(leg),
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
    count: UNCOUNTED,
    message: `${told(facts, leg, expectation.reading)}; a rise by exactly ${formatDecimal(wanted)} was asked for`,
    argument: `It rose by ${formatDecimal(leg.distance)}, and not by ${formatDecimal(wanted)}, whatever the ${plural(leg.unknown, 'unknown write')} did.`,
    witness: [leg.before.read, leg.after.read].filter(there),
  };
}

const there = <T>(value: T | null): value is T => value !== null;
const abs = (value: Decimal): Decimal => (value.unscaled < 0n ? times(value, -1n) : value);
