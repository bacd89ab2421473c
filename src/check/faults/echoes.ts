import type { FindingCode } from '../../verdict/codes.ts';
import type { Claim } from '../claim.ts';

/** One cause, one finding: takes out what another claim already says better. */
export function withoutEchoes(claims: readonly Claim[]): readonly Claim[] {
  const told = new Set<string>();
  const fresh = claims.filter((claim) => {
    const place = placeOf(claim);
    return !told.has(place) && told.add(place);
  });
  const byRound = new Map<number | null, Claim[]>();
  for (const claim of fresh) {
    const found = byRound.get(claim.round);
    if (found) found.push(claim);
    else byRound.set(claim.round, [claim]);
  }
  return fresh.filter((claim) => !isEcho(claim, byRound.get(claim.round) ?? [], fresh));
}

const placeOf = ({ code, round, phase, reading, endOfRun }: Claim): string =>
  JSON.stringify([code, round, phase?.index, reading, endOfRun]);

function isEcho(claim: Claim, inRound: readonly Claim[], claims: readonly Claim[]): boolean {
  const { code, reading, phase } = claim;
  // Refused writes that took effect were a test, and it failed.
  if (code === 'CP309') return claims.some((other) => other.code === 'CP103');
  // A number that is wrong by what is told of its writes is outside its bounds by that.
  if (code === 'CP114' && reading !== undefined)
    return inRound.some((other) => other.reading === reading && OF_WRITES.has(other.code));
  // What was applied again shows in the number; that it was answered again says no more.
  if (code === 'CP110' && reading === undefined)
    return inRound.some((other) => other.code === 'CP110' && other.reading !== undefined);
  // What a crash took is missing from the round.
  if (code === 'CP101' && phase === null) return inRound.some((other) => other.code === 'CP115');
  return isStaleEnd(claim, claims);
}

const OF_WRITES: ReadonlySet<FindingCode> = new Set([
  'CP101',
  'CP102',
  'CP103',
  'CP110',
  'CP115',
  'CP117',
  'CP118',
  'CP120',
]);

/** The end of a run, where something else says what was missing in that round. */
function isStaleEnd(claim: Claim, claims: readonly Claim[]): boolean {
  if (claim.code !== 'CP301' && claim.code !== 'CP302' && claim.code !== 'CP308') return false;
  return (
    claim.endOfRun === true &&
    claims.some((other) => other !== claim && other.endOfRun !== true && saysIt(other, claim))
  );
}

const isAboutTheRun = ({ round, phase }: Claim): boolean => round === null && phase === null;

const saysIt = (other: Claim, claim: Claim): boolean =>
  other.code === claim.code ||
  ((other.round === claim.round || isAboutTheRun(other)) && (other.code.startsWith('CP3') || other.code === 'CP118'));
