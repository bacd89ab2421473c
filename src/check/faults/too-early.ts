import type { RoundReading } from '../ledger/ledger.ts';
import { type Leg, legSends } from '../ledger/leg.ts';
import { isRight } from './right.ts';

/**
 * What showed more than all that was sent by then can make, though unknown writes make the sum right later: nothing late
 * accounts for that. Not where writes of an earlier round of the counter are missing, or the number fell while none was sent:
 * what was gone may have come back.
 */
export function tooEarly(entry: RoundReading): Leg | null {
  if (entry.isOwed) return null;
  const first = entry.legs.find((leg) => (legSends(leg) ? !isRight(entry, leg) : (leg.rise ?? 0n) < 0n));
  return first !== undefined && legSends(first) && (first.balance?.surplus ?? 0) > 0 ? first : null;
}
