import { compare, type Decimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { isWithin, type Leg } from '../ledger/leg.ts';

/** What a leg was asked to rise by: the number for each of its phases, or once a round; null: no number was asked for. */
export function wantedOf({ expectation }: RoundReading, leg: Leg, rounds = 1): Decimal | null {
  const wanted = parseDecimal(expectation.risesBy ?? '');
  if (wanted === null) return null;
  return times(wanted, BigInt(expectation.perPhase ? leg.phases.length : rounds));
}

/** How far a leg is from what it was asked to rise by, and how far its unknown writes may bring it. */
export function offBy({ step }: Facts, leg: Leg, wanted: Decimal): { readonly off: Decimal; readonly slack: Decimal } {
  return { off: subtract(leg.distance, wanted), slack: abs(times(step, BigInt(leg.unknown))) };
}

/** Some way of resolving the unknown writes makes the rise that it should be. */
export function isRight(facts: Facts, entry: RoundReading, leg: Leg, rounds = 1): boolean {
  const wanted = wantedOf(entry, leg, rounds);
  if (wanted === null) return isWithin(leg);
  const { off, slack } = offBy(facts, leg, wanted);
  return compare(abs(off), slack) <= 0;
}

/** Whether what is wrong in a round is right by its end, or over the rounds that it stands among. */
export function rightedBy(facts: Facts, entry: RoundReading): 'round' | 'rounds' | null {
  const { whole, span, legs, doubt, expectation } = entry;
  if (doubt !== null || whole === null || legs.some((leg) => leg.balance === null)) return null;
  if (isRight(facts, entry, whole)) {
    return expectation.perPhase && legs.some((leg) => !isRight(facts, entry, leg)) ? 'round' : null;
  }
  return span !== null && isRight(facts, entry, span.whole, span.rounds.length) ? 'rounds' : null;
}

export const abs = (value: Decimal): Decimal => (value.unscaled < 0n ? times(value, -1n) : value);
