import { formatDecimal } from '../../history/decimal.ts';
import { type Checker, type Claim, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { type Leg, legSends } from '../ledger/leg.ts';
import { isLegClamped, isLegRunOut } from '../ledger/unsure.ts';
import { told, valueName } from '../told.ts';
import { plural } from '../words.ts';

/** CP302: a number whose window may have turned; or one that fell to 0 with more writes than it had room for. Whether one was lost above that does not show. */
export const clamped: Checker = (facts) =>
  facts.ledgers.flatMap(({ doubt, legs, whole, round, expectation }) => {
    if (doubt !== null || expectation.risesBy === null) return [];
    const judged = expectation.perPhase ? legs.filter(legSends) : whole === null ? [] : [whole];
    const ranOut = judged.filter((leg) => !isLegClamped(leg) && isLegRunOut(leg));
    const turned = ranOut.map(
      (leg): Claim => ({ ...turnedWords(facts, leg, expectation.reading), round: round.round }),
    );
    const stopped = judged.filter(isLegClamped).map((leg) => {
      const [was, is] = [formatDecimal(leg.before.value), formatDecimal(leg.after.value)];
      const value = valueName(facts, expectation.reading);
      return {
        code: 'CP302' as const,
        reading: expectation.reading,
        round: round.round,
        phase: phaseOf(leg),
        count: UNCOUNTED,
        message: `${value.charAt(0).toUpperCase()}${value.slice(1)} went from ${was} to ${is} and no further, where ${plural(leg.acknowledged, 'acknowledged write')} would have taken it below 0`,
        argument:
          'A target that clamps at 0 does that on purpose: then a write that finds nothing left is answered with a yes and changes nothing. Whether one was lost before does not show. Begin from a higher number, or let such a write be refused.',
        witness: witnessOf(leg, 'acknowledged'),
      };
    });
    return [...turned, ...stopped];
  });

const turnedWords = (facts: Facts, leg: Leg, reading: string): Omit<Claim, 'round'> => ({
  code: 'CP302',
  reading,
  phase: phaseOf(leg),
  count: UNCOUNTED,
  message: `${told(facts, leg, reading)}; but its window may have turned before it was read`,
  argument:
    'What a window or a lease counts is gone when it ends, and then it is not lost. Let the window be long beside the load, or read sooner.',
  witness: witnessOf(leg, 'acknowledged'),
});
