import type { FindingCode } from '../../verdict/codes.ts';
import type { Claim } from '../claim.ts';
import { isRefusedCounted } from './refused.ts';

/** A claim of one of these codes says no more than one of others does, in some place. */
interface Echo {
  readonly codes: readonly FindingCode[];
  readonly of: readonly FindingCode[];
  /** Where the other stands: in the same round, about the same reading in it, or anywhere. */
  readonly where: 'round' | 'reading' | 'run';
  /** Left out: always. */
  readonly if?: (claim: Claim, other: Claim) => boolean;
}

const ECHOES: readonly Echo[] = [
  // Refused writes that took effect were a test, and it failed.
  { codes: ['CP309'], of: ['CP103'], where: 'run' },
  { codes: ['CP309'], of: ['CP107'], where: 'run', if: (_, other) => isRefusedCounted(other) },
  // A number that is wrong by what is told of its writes is outside its bounds by that.
  {
    codes: ['CP114'],
    of: ['CP101', 'CP102', 'CP103', 'CP110', 'CP115', 'CP117', 'CP118', 'CP120'],
    where: 'reading',
  },
  { codes: ['CP114'], of: ['CP107'], where: 'reading', if: (_, other) => isRefusedCounted(other) },
  // What was applied again shows in the number; that it was answered again says no more.
  {
    codes: ['CP110'],
    of: ['CP110'],
    where: 'round',
    if: (claim, other) => claim.reading === undefined && other.reading !== undefined,
  },
  // What a crash lost is not lost once more, and a number that it set back did not go backwards.
  { codes: ['CP101'], of: ['CP115'], where: 'round', if: (claim, crash) => !isAnother(claim, crash) },
  { codes: ['CP108', 'CP109', 'CP113'], of: ['CP115'], where: 'round' },
];

/** One cause, one finding: takes out what another claim already says better, and what is said twice. */
export function withoutEchoes(claims: readonly Claim[]): readonly Claim[] {
  const told = new Set<string>();
  const fresh = claims.filter((claim) => {
    const place = placeOf(claim);
    return !told.has(place) && told.add(place);
  });
  const byPlace = new Map<string, Claim[]>();
  for (const claim of fresh) {
    for (const place of [claim.code, inRound(claim.code, claim.round)]) {
      const found = byPlace.get(place);
      if (found) found.push(claim);
      else byPlace.set(place, [claim]);
    }
  }
  return fresh.filter((claim) => !isEcho(claim, byPlace) && !isStaleEnd(claim, fresh));
}

const placeOf = ({ code, round, phase, reading, endOfRun }: Claim): string =>
  JSON.stringify([code, round, phase?.index, reading, endOfRun]);

const inRound = (code: FindingCode, round: number | null): string => `${code} ${round}`;

/** `byPlace`: claims by their code, and by code and round. */
const isEcho = (claim: Claim, byPlace: ReadonlyMap<string, readonly Claim[]>): boolean =>
  ECHOES.filter(({ codes }) => codes.includes(claim.code)).some((echo) =>
    echo.of.some((code) => {
      const others = byPlace.get(echo.where === 'run' ? code : inRound(code, claim.round)) ?? [];
      return others.some((other) => isOf(claim, other, echo));
    }),
  );

function isOf(claim: Claim, other: Claim, { where, if: fits }: Echo): boolean {
  if (where === 'reading' && (claim.reading === undefined || other.reading !== claim.reading)) return false;
  return fits === undefined || fits(claim, other);
}

/** Up to another reading, and of a phase of its own, or of more writes than the command lost. */
function isAnother(claim: Claim, crash: Claim): boolean {
  if (claim.phase === null) return false;
  return claim.witness.at(-1) !== crash.witness.at(-1);
}

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
