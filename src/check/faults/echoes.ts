import type { FindingCode } from '../../verdict/codes.ts';
import type { Claim } from '../claim.ts';

/** One cause, one finding: takes out what another claim already says better. */
export function withoutEchoes(claims: readonly Claim[]): readonly Claim[] {
  return claims.filter((claim) => !isEcho(claim, claims));
}

function isEcho(claim: Claim, claims: readonly Claim[]): boolean {
  if (claims.slice(0, claims.indexOf(claim)).some((other) => isSame(other, claim))) return true;
  const inRound = claims.filter((other) => other !== claim && other.round === claim.round);
  // Refused writes that took effect were a test, and it failed.
  if (claim.code === 'CP309') return claims.some(({ code }) => code === 'CP103');
  // A number that is wrong by what is told of its writes is outside its bounds by that.
  if (claim.code === 'CP114' && claim.reading !== undefined)
    return inRound.some((other) => other.reading === claim.reading && OF_WRITES.has(other.code));
  // What was applied again shows in the number; that it was answered again says no more.
  if (claim.code === 'CP110' && claim.reading === undefined) return inRound.some(({ code }) => code === 'CP110');
  // What a crash took is missing from the round.
  if (claim.code === 'CP101' && claim.phase === null) return inRound.some(({ code }) => code === 'CP115');
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

const isSame = (a: Claim, b: Claim): boolean =>
  a.code === b.code &&
  a.round === b.round &&
  a.phase === b.phase &&
  a.reading === b.reading &&
  a.endOfRun === b.endOfRun;

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
