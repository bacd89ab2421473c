import { formatDecimal } from '../../history/decimal.ts';
import { type Checker, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import { legSends } from '../ledger/leg.ts';
import { isLegClamped } from '../ledger/unsure.ts';
import { valueName } from '../told.ts';
import { plural } from '../words.ts';

/** CP302: a number that fell to 0 with more writes than it had room for. Whether one was lost above that does not show. */
export const clamped: Checker = (facts) =>
  facts.ledgers.flatMap(({ doubt, legs, whole, round, expectation }) => {
    if (doubt !== null || expectation.risesBy === null) return [];
    const judged = expectation.perPhase ? legs.filter(legSends) : whole === null ? [] : [whole];
    return judged.filter(isLegClamped).map((leg) => {
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
  });
