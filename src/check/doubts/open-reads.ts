import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import { type Claim, UNCOUNTED } from '../claim.ts';
import { openReads } from '../ledger/own-reads.ts';
import { plural } from '../words.ts';

const MAX_SHOWN = 3;

/** What such a reading may have added may look like. */
const MAY_BE_ITS: ReadonlySet<FindingCode> = new Set([
  ...(['CP102', 'CP103', 'CP107', 'CP110', 'CP114'] as const),
  ...(['CP118', 'CP120', 'CP304', 'CP313'] as const),
]);

/**
 * Leaves out what readings that themselves count, and were not answered, may have done: to the number that they read, in
 * their round and, where no setup sets it anew, in later ones of the same counter.
 */
export function withoutOpenReads(history: History, claims: readonly Claim[]): readonly Claim[] {
  const open = openReads(history);
  if (open.length === 0) return claims;
  const roundsOf = new Map<string, Set<number>>();
  for (const { key, round } of history.operations) roundsOf.set(key, (roundsOf.get(key) ?? new Set()).add(round));
  const touched = new Set<string>();
  for (const { reading, key, round } of open) {
    for (const other of history.header.setup ? [round] : (roundsOf.get(key) ?? [round]))
      if (other >= round) touched.add(placeOf(other, reading));
  }
  return claims.filter(
    ({ code, round, reading }) =>
      !MAY_BE_ITS.has(code) || reading === undefined || round === null || !touched.has(placeOf(round, reading)),
  );
}

const placeOf = (round: number, reading: string | null): string => `${round} ${reading}`;

/** CP302: a reading that itself counts was sent and not answered, so nobody knows what it added. Once for each round. */
export function unknownReads(history: History): readonly Claim[] {
  const byRound = new Map<number, Operation[]>();
  for (const read of openReads(history)) {
    const found = byRound.get(read.round);
    if (found) found.push(read);
    else byRound.set(read.round, [read]);
  }
  return [...byRound.values()].map((found) => claim(history, found));
}

function claim({ header }: History, found: readonly Operation[]): Claim {
  const [first] = found as [Operation];
  return {
    code: 'CP302',
    round: first.round,
    phase: header.phases[first.phaseIndex] ?? null,
    count: UNCOUNTED,
    message: `${plural(found.length, 'reading')} that themselves count ${found.length === 1 ? 'was' : 'were'} not answered`,
    argument: 'Each of them may have moved the number or not, and so the writes may have moved it by that much less.',
    witness: found.slice(0, MAX_SHOWN),
  };
}
