import { ONE_PAGE } from '../../history/grouped.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';

const MAX_REASON = 120;

/** CP306 in the place of CP101, where what is missing may be on another page of the list that was counted. */
export function withoutOtherPages({ ledgers }: Facts, claims: readonly Claim[]): readonly Claim[] {
  return claims.map((claim): Claim => {
    if (claim.code !== 'CP101' || claim.reading === undefined) return claim;
    const entry = ledgers.find(
      ({ round, expectation }) => round.round === claim.round && expectation.reading === claim.reading,
    );
    const index = claim.phase?.index;
    const stand = index === undefined ? entry?.stands.findLast(({ kind }) => kind === 'number') : entry?.stands[index];
    const read = stand?.kind === 'number' ? stand.read : null;
    if (read === null || !isOnePage(read)) return claim;
    return {
      ...claim,
      code: 'CP306',
      count: UNCOUNTED,
      message: `${claim.message}; but what was counted is one page of a list (${printable(read.reason ?? '', MAX_REASON)})`,
      argument: 'What is not on the page that was read may be on another one.',
    };
  });
}

export const isOnePage = ({ f, outcome, reason }: Operation): boolean =>
  f === 'read' && outcome === 'ok' && (reason?.startsWith(ONE_PAGE) ?? false);
