import { CODES, type FindingCode } from '../verdict/codes.ts';
import type { Finding } from '../verdict/finding.ts';
import type { Range } from '../verdict/report.ts';
import type { Claim } from './claim.ts';
import { plural, rangeWords } from './words.ts';

/** Does what a code stands for make the verdict fail? */
export const isFault = ({ code }: { readonly code: FindingCode }): boolean => CODES[code].verdict === 'fail';

/**
 * One finding for each code and phase, and for a fault for each reading, over all rounds: the numbers and the witness of the first round it was seen in,
 * how many rounds it was seen in, and the sum of the counts. Faults come first. A fault is silent unless
 * an answer said so.
 */
export function findingsOf(claims: readonly Claim[], rounds: number): readonly Finding[] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const place = JSON.stringify([claim.code, claim.phase?.index ?? null, (isFault(claim) && claim.reading) || null]);
    const group = groups.get(place);
    if (group) group.push(claim);
    else groups.set(place, [claim]);
  }
  return [...groups.values()].map((group) => findingOf(group, rounds)).sort(bySeverity);
}

const bySeverity = (a: Finding, b: Finding): number =>
  Number(isFault(b)) - Number(isFault(a)) || a.code.localeCompare(b.code);

function findingOf(group: readonly Claim[], rounds: number): Finding {
  const [first] = group;
  if (first === undefined) throw new Error('a finding of no claim');
  const { code, message, round, phase, witness, argument } = first;
  const count = group.map((claim) => claim.count).reduce(sum);
  return {
    code,
    title: CODES[code].title,
    message: `${message}${again(group, count, rounds)}`,
    round,
    phase: phase?.name ?? null,
    count,
    silent: isFault(first) && first.loud !== true,
    witness,
    argument,
    location: null,
    baselined: false,
  };
}

const sum = (a: Range, b: Range): Range => ({ min: plus(a.min, b.min), max: plus(a.max, b.max) });
const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** ` (round 3; so in 20 of 20 rounds, 178 to 180 in all)`; nothing where there was only one round, or it is of its end. */
function again(group: readonly Claim[], count: Range, rounds: number): string {
  const seen = new Set(group.map((claim) => claim.round));
  if (rounds <= 1 || seen.has(null) || group.every(({ endOfRun }) => endOfRun)) return '';
  if (seen.size === 1) return ` (round ${group[0]?.round}; in no other of ${rounds} rounds)`;
  const all = count.min === null ? '' : `, ${rangeWords(count)} in all`;
  return ` (round ${group[0]?.round}; so in ${seen.size} of ${plural(rounds, 'round')}${all})`;
}
