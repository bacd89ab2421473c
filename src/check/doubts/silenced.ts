import type { Operation } from '../../history/operation.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import type { Claim } from '../claim.ts';
import { isCached } from '../ledger/cached.ts';
import type { Facts } from '../ledger/facts.ts';

/** What a number that may be an old one, or another one, cannot prove. */
const OF_AMOUNTS: ReadonlySet<FindingCode> = new Set([
  ...(['CP101', 'CP102', 'CP103', 'CP107', 'CP108', 'CP109', 'CP112', 'CP113'] as const),
  ...(['CP114', 'CP115', 'CP119', 'CP120', 'CP304', 'CP313'] as const),
]);

/** What too many answers prove, and those of a cache do not: whoever got one may never have been counted. */
const OF_ANSWERS: ReadonlySet<FindingCode> = new Set(['CP104', 'CP106', 'CP110', 'CP119']);

type Told = Pick<Claim, 'code' | 'round' | 'phase' | 'count' | 'witness'>;

/**
 * Leaves out what rests on answers of a cache, on a number that several backends tell in turn, or on a count of callers:
 * CP310, CP311 and CP312 say so themselves, and nothing is proven by such answers.
 */
export function unsilenced<T extends Told>(facts: Facts, claims: readonly T[]): readonly T[] {
  const phases = new Set(
    facts.rounds.flatMap(({ round, phases }) =>
      phases.filter(({ cached }) => cached.length > 0).map(({ info }) => placeOf(round, info.index)),
    ),
  );
  const doubted = facts.ledgers.filter(({ doubt }) => doubt?.kind === 'in-turn' || doubt?.kind === 'counted-once');
  const readings = new Set(doubted.map(({ round, expectation }) => `${round.round} ${expectation.reading}`));
  if (phases.size === 0 && readings.size === 0 && !facts.rounds.some(({ before }) => before.some(isCached)))
    return claims;
  const isDoubtful = (op: Operation): boolean =>
    isCached(op) ||
    phases.has(placeOf(op.round, op.phaseIndex)) ||
    (op.f === 'read' && readings.has(`${op.round} ${op.reading}`));
  return claims.filter((claim) => {
    if (OF_ANSWERS.has(claim.code)) return isProvenWithout(facts, claim);
    return !OF_AMOUNTS.has(claim.code) || !claim.witness.some(isDoubtful);
  });
}

/** There are so many too many that those of a cache can be taken off. */
function isProvenWithout({ rounds }: Facts, { round, phase, count, witness }: Told): boolean {
  const phases = rounds
    .filter((one) => round === null || one.round === round)
    .flatMap((one) => one.phases.filter(({ info }) => phase === null || info.index === phase.index));
  const yeses = phases.reduce((n, one) => n + one.cached.filter(({ f }) => f !== 'read').length, 0);
  return yeses === 0 ? !witness.some(isCached) : (count.min ?? 0) > yeses;
}

const placeOf = (round: number, phaseIndex: number): string => `${round}:${phaseIndex}`;
