import type { Claim } from '../claim.ts';

/** One cause, one finding: takes out what another claim already says better. */
export function withoutEchoes(claims: readonly Claim[]): readonly Claim[] {
  return claims.filter((claim) => !isEcho(claim, claims));
}

function isEcho(claim: Claim, claims: readonly Claim[]): boolean {
  // Refused writes that took effect were a test, and it failed.
  if (claim.code === 'CP309') return claims.some(({ code }) => code === 'CP103');
  // The end of a run is news only where nothing else says what was missing in that round.
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
