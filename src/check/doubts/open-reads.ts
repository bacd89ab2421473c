import type { History } from '../../history/history.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import { type Claim, UNCOUNTED } from '../claim.ts';
import { openReads } from '../ledger/own-reads.ts';
import { plural } from '../words.ts';

const MAX_SHOWN = 3;

/** What such a reading may have added may look like. */
const MAY_BE_ITS: ReadonlySet<FindingCode> = new Set(['CP102', 'CP103', 'CP114', 'CP120', 'CP304', 'CP313']);

/** Leaves out what readings that themselves count, and were not answered, may have done. */
export function withoutOpenReads(history: History, claims: readonly Claim[]): readonly Claim[] {
  return openReads(history).length === 0 ? claims : claims.filter(({ code }) => !MAY_BE_ITS.has(code));
}

/** CP302: a reading that itself counts was sent and not answered, so nobody knows what it added. */
export function unknownReads(history: History): readonly Claim[] {
  const found = openReads(history);
  const [first] = found;
  if (first === undefined) return [];
  return [
    {
      code: 'CP302',
      round: first.round,
      phase: history.header.phases[first.phaseIndex] ?? null,
      count: UNCOUNTED,
      message: `${plural(found.length, 'reading')} that themselves count ${found.length === 1 ? 'was' : 'were'} not answered`,
      argument: 'Each of them may have moved the number or not, and so the writes may have moved it by that much less.',
      witness: found.slice(0, MAX_SHOWN),
    },
  ];
}
