import { add, compare, type Decimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { isWithin, type Leg, legSends } from '../ledger/leg.ts';
import { shareOf } from '../ledger/measure.ts';
import { sendsWrites } from '../ledger/sends.ts';
import { isLegUnsure } from '../ledger/unsure.ts';

/** Held to rise by what its writes came to, and not by a number. */
export const isCounted = ({ measure, expectation }: RoundReading): boolean =>
  !measure.plain && parseDecimal(expectation.risesBy ?? '') === null;

/** What a leg was asked to rise by: the number for each of its phases, or once a round; null: no number was asked for. */
export function wantedOf({ expectation }: RoundReading, leg: Leg, rounds = 1): Decimal | null {
  const wanted = parseDecimal(expectation.risesBy ?? '');
  if (wanted === null || expectation.phaseIndex !== undefined) return wanted;
  return times(wanted, BigInt(expectation.perPhase ? leg.phases.filter(sendsWrites).length : rounds));
}

/** How far a leg is from what it was asked to rise by, beyond what is allowed, and how far its unknown writes may bring it. */
export function offBy(leg: Leg, wanted: Decimal): { readonly off: Decimal; readonly slack: Decimal } {
  const { step, within, plain } = leg.measure;
  const reach = plain ? 0 : leg.unknown;
  const off = subtract(leg.distance, wanted);
  const excess = subtract(abs(off), add(shareOf(wanted, within), leg.slack));
  const isOff = excess.unscaled > 0n;
  return {
    off: isOff ? (off.unscaled < 0n ? times(excess, -1n) : excess) : ZERO,
    slack: abs(times(step, BigInt(reach))),
  };
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

/** Some way of resolving the unknown writes makes the rise that it should be. */
export function isRight(entry: RoundReading, leg: Leg, rounds = 1): boolean {
  const wanted = wantedOf(entry, leg, rounds);
  if (wanted === null) return isWithin(leg);
  const { off, slack } = offBy(leg, wanted);
  return compare(abs(off), slack) <= 0;
}

/** Whether what is wrong in a round is right by its end, or over the rounds that it stands among. */
export function rightedBy(entry: RoundReading): 'round' | 'rounds' | null {
  const { whole, span, legs, doubt, expectation } = entry;
  if (doubt !== null || whole === null || !isSummable(entry)) return null;
  const judged = legs.filter(legSends);
  if (isRight(entry, whole)) {
    return expectation.perPhase && judged.some((leg) => !isRight(entry, leg)) ? 'round' : null;
  }
  return span !== null && isRight(entry, span.whole, span.rounds.length) ? 'rounds' : null;
}

/** Its phases add up to something: a number of one of them alone, a share of each, or an answer of a cache does not. */
function isSummable({ legs, expectation, measure }: RoundReading): boolean {
  const { risesBy, phaseIndex } = expectation;
  if (risesBy === null || measure.within > 0) return false;
  if (phaseIndex !== undefined) return false;
  if (measure.plain && parseDecimal(risesBy) === null) return false;
  return legs.every((leg) => (leg.measure.plain || leg.balance !== null) && !isLegUnsure(leg));
}

export const abs = (value: Decimal): Decimal => (value.unscaled < 0n ? times(value, -1n) : value);
