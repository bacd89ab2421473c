import type { Note, ScenarioResult } from '../../verdict/report.ts';
import { type Claim, UNCOUNTED } from '../claim.ts';
import { levelNames, stalenessTold } from '../diagnosis/levels.ts';
import { nameOf, type Requirement, requirementNamed } from '../diagnosis/requirement.ts';
import { isFault } from '../findings.ts';
import type { Facts } from '../ledger/facts.ts';
import { judgedRounds } from '../ledger/judged.ts';
import { claimsOf, notesOf } from './claims.ts';
import { doubtfulWrites } from './doubtful.ts';
import { isPlainCount, numbersOf, type SeenNumber } from './numbers.ts';
import { returnedClaims } from './returned.ts';
import { type Seen, seenOf } from './seen.ts';

/** What the reads of a run show beside its amounts: how old they were, and in what order they saw writes. */
export interface Order {
  /** Only what the required level forbids: nothing for `eventual`. */
  readonly claims: readonly Claim[];
  readonly notes: readonly Note[];
  readonly staleness: ScenarioResult['staleness'];
  /** Names of the levels that the whole history keeps. */
  readonly satisfied: readonly string[];
}

/** `amounts`: what is said of the counts. Reads of a number whose count is wrong are not blamed once more. */
export function orderOf(facts: Facts, amounts: readonly Claim[]): Order {
  const required = requirementNamed(facts.header.require);
  const numbers = numbersOf(facts);
  const seen = seenIn(facts, numbers, required, amounts);
  const known = seen.every((one) => one !== null) && seen.length > 0 ? seen : null;
  const right = seen.flatMap((one) =>
    one === null || saidOf(one.number, amounts).some(isFault) ? [] : [one.diagnosis],
  );
  const isTold = amounts.some((one) => isFault(one) || UNTOLD.has(one.code));
  const claims = [...claimsOf(right, required), ...(isTold ? [] : returnedClaims(facts, numbers, required))];
  const isSilent = claims.length === 0 && amounts.length === 0;
  return {
    claims: isSilent ? undecided(facts, required, known) : claims,
    notes: notesOf(right, required),
    staleness: known === null ? { ...UNKNOWN_AGE, reads: facts.reads } : ageOf(facts, known),
    satisfied: known === null ? [] : kept(known, required, claims),
  };
}

export const UNKNOWN_AGE: ScenarioResult['staleness'] = { reads: 0, staleReads: null, maxBehind: null, deltaMs: null };

/** What nothing can be told by: other writers, crashes, caches, backends in turn, digits that are missing, values that are no count of the writes. */
const UNTOLD: ReadonlySet<string> = new Set([
  ...['CP114', 'CP115', 'CP118', 'CP304', 'CP306'],
  ...['CP310', 'CP311', 'CP312', 'CP314'],
]);

/** null for a number of which nothing can be told. */
function seenIn(
  facts: Facts,
  numbers: readonly SeenNumber[],
  { level }: Requirement,
  amounts: readonly Claim[],
): readonly (Seen | null)[] {
  const isDoubtful = doubtfulWrites(facts);
  const taken = { isDoubtful, oneClient: level === 'read-your-writes', errorNs: facts.header.clock.errorNs };
  return numbers.map((number) => {
    const said = saidOf(number, amounts);
    if (said.some(({ code }) => UNTOLD.has(code))) return null;
    const seen = seenOf(number, taken);
    // Nobody knows when what is too much came in.
    return seen !== null && said.some(isFault) && isTooHigh(seen) ? null : seen;
  });
}

const isTooHigh = ({ diagnosis: { anomalies } }: Seen): boolean =>
  anomalies.has('phantom') || anomalies.has('future-read');

function saidOf({ rounds }: SeenNumber, amounts: readonly Claim[]): readonly Claim[] {
  const own = new Set(rounds);
  return amounts.filter(({ round }) => round === null || own.has(round));
}

function ageOf({ reads }: Facts, seen: readonly Seen[]): ScenarioResult['staleness'] {
  if (!seen.some(({ isRead }) => isRead)) return { ...UNKNOWN_AGE, reads };
  return { ...stalenessTold(seen.map(({ diagnosis }) => diagnosis)), reads };
}

function kept(seen: readonly Seen[], required: Requirement, claims: readonly Claim[]): readonly string[] {
  if (!seen.every(({ isRead }) => isRead)) return [];
  const late = seen.reduce((most, { diagnosis }) => Math.max(most, diagnosis.staleness.maxDeltaNs), 0);
  const isBounded = required.level === 'bounded' && late <= required.ms * 1e6;
  const broken = new Set(claims.flatMap(({ code }) => BROKEN_BY.get(code) ?? []));
  const names = levelNames(seen.map(({ levels }) => levels)).filter((name) => !broken.has(name));
  return isBounded ? [...names, nameOf(required)] : names;
}

/** Lanes of one client each are less than the client: what is proven of it counts. */
const BROKEN_BY: ReadonlyMap<string, readonly string[]> = new Map([['CP113', ['session', 'read-your-writes']]]);

/** Never a pass of a level that was not judged. */
function undecided(facts: Facts, required: Requirement, known: readonly Seen[] | null): readonly Claim[] {
  const { header } = facts;
  if (required.level === 'eventual' || judgedRounds(facts).size === 0) return [];
  if (known !== null && header.expect.readings.every((one) => isPlainCount(header, one))) return [];
  return [
    {
      ...{ code: 'CP314', round: null, phase: null, count: UNCOUNTED, witness: [] },
      message: `Whether reads are as fresh as ${nameOf(required)} asks is not decided: that takes a number that each acknowledged write moves by the same step`,
      argument: 'A check that did not decide answers nothing.',
    },
  ];
}
