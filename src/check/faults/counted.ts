import { parseDecimal } from '../../history/decimal.ts';
import type { Bounds, CountExpectation, ObjectKind } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import type { Checker, Claim } from '../claim.ts';
import { type Answers, answersOf } from '../ledger/answers.ts';
import type { Facts } from '../ledger/facts.ts';
import { type Scope, scopesOf } from '../ledger/scopes.ts';
import { plural } from '../words.ts';
import { overlapWords } from './overlap-words.ts';

type Bound = keyof Bounds;
const BOUNDS: readonly Bound[] = ['equals', 'atLeast', 'atMost'];
const MAX_WITNESS = 12;

/** Which way a count is off. */
export type Way = 'over' | 'under';

/** A count that is not what it must be, for certain or perhaps. */
export interface Off {
  readonly scope: Scope;
  readonly count: string;
  readonly answers: Answers;
  readonly way: Way;
  readonly sure: boolean;
  /** By how many at least and at most. */
  readonly by: { readonly min: number; readonly max: number };
  /** What is right: `10`, `at most 10`. */
  readonly words: string;
}

/**
 * How many answers had an outcome, against what was asked for: CP104, CP105, CP106, CP110 or CP114 by what is counted
 * and of what object. Answers that were not heard may have had it: where that decides, CP302.
 */
export const countedAnswers: Checker = (facts) => {
  const { counts = [] } = facts.header.expect;
  return facts.rounds.flatMap((round) => {
    const claims = counts.flatMap((expected) => {
      const offs = scopesOf(expected, round).flatMap((scope) => offOf(expected, scope) ?? []);
      return offs.map((off) => claimOf(facts, off, offs, scopesOf(expected, round)));
    });
    return claims.filter((claim, i) => !claims.slice(0, i).some((other) => isSame(other, claim)));
  });
};

/** More of one outcome are fewer of another: one cause. */
const isSame = (a: Claim, b: Claim): boolean => a.code === b.code && a.phase === b.phase;

function offOf(expected: CountExpectation, scope: Scope): Off | null {
  const answers = answersOf(scope.writes, expected.count);
  if (scope.writes.length === 0) return null;
  const offs = BOUNDS.flatMap((bound) => {
    const quantity = expected[bound];
    return quantity === undefined ? [] : (offBound(expected.count, answers, scope, bound, quantity) ?? []);
  });
  return offs.find(({ sure }) => sure) ?? offs[0] ?? null;
}

function offBound(count: string, answers: Answers, scope: Scope, bound: Bound, quantity: string): Off | null {
  const wanted = rangeOf(quantity, scope.writes);
  if (wanted === null) return null;
  const words = `${{ equals: '', atLeast: 'at least ', atMost: 'at most ' }[bound]}${wanted.words}`;
  return offRange({ count, answers, scope, words }, bound, wanted);
}

interface Asked {
  readonly count: string;
  readonly answers: Answers;
  readonly scope: Scope;
  readonly words: string;
}

/** How a count lies to a range; null where it is in it whatever the unheard answers were. */
export function offRange(
  asked: Asked,
  bound: Bound,
  { least, most, isNumber }: { readonly least: number; readonly most: number; readonly isNumber: boolean },
): Off | null {
  const { answers, scope } = asked;
  const low = bound === 'atMost' ? Number.NEGATIVE_INFINITY : least;
  const high = bound === 'atLeast' ? Number.POSITIVE_INFINITY : most;
  if (answers.least > high)
    return { ...asked, way: 'over', sure: true, by: { min: answers.least - high, max: answers.most - high } };
  if (!scope.finished) return null;
  if (answers.most < low) {
    const sure = answers.most + answers.notSent < low;
    return { ...asked, way: 'under', sure, by: { min: low - answers.most, max: low - answers.least } };
  }
  if (!isNumber) return null;
  if (answers.least < low) return { ...asked, way: 'under', sure: false, by: { min: 0, max: low - answers.least } };
  if (answers.most > high) return { ...asked, way: 'over', sure: false, by: { min: 0, max: answers.most - high } };
  return null;
}

/** A number, or what another count of the same writes comes to. */
function rangeOf(quantity: string, writes: readonly Operation[]) {
  const number = parseDecimal(quantity);
  if (number !== null) {
    const value = Number(quantity);
    return { least: value, most: value, isNumber: true, words: quantity };
  }
  const { least, most } = answersOf(writes, quantity);
  const range = least === most ? `${least}` : `${least} to ${most}`;
  return { least, most, isNumber: false, words: `${range} (${printable(quantity, 60)})` };
}

/** What an off count is a finding of. */
export function codeOf(object: ObjectKind, count: string, way: Way): FindingCode {
  const isYes = count === 'acknowledged' || count === 'keys';
  if (!isYes && count !== 'rejected') return 'CP114';
  const moreYes = isYes === (way === 'over');
  if (moreYes) return MORE[object];
  if (isYes) return 'CP105';
  return object === 'quota' || object === 'reservation' ? 'CP105' : 'CP114';
}

const MORE: Readonly<Record<ObjectKind, FindingCode>> = {
  quota: 'CP104',
  reservation: 'CP106',
  effect: 'CP110',
  counter: 'CP114',
  custom: 'CP114',
};

/** `all`: whatever is off in the round by the same expectation; `scopes`: all that it is about. */
export function claimOf({ header }: Facts, off: Off, all: readonly Off[], scopes: readonly Scope[]): Claim {
  const { scope, count, way, sure, by, answers } = off;
  const code = sure ? codeOf(header.object, count, way) : answers.notSent > 0 && way === 'under' ? 'CP301' : 'CP302';
  const loud =
    count !== 'unknown' && (code === 'CP105' || (count === 'rejected' && way === 'over'))
      ? { loud: true as const }
      : {};
  return {
    code,
    round: scope.round.round,
    phase: scope.phase,
    count: by,
    ...(count === 'unknown' ? { loud: true as const } : loud),
    message: messageOf(off),
    argument: sure ? `${countWords(off)} ${overlapWords(off, all, scopes)}`.trim() : doubtWords(off),
    witness: witnessOf(off),
  };
}

function messageOf({ scope, count, way, sure, by, words, answers }: Off): string {
  const where = scope.phase === null ? '' : ` in ${scope.phase.name}`;
  const range = answers.least === answers.most ? `${answers.least}` : `${answers.least} to ${answers.most}`;
  const of = `${range} of ${plural(scope.writes.length, 'write')}${where} ${answers.most === 1 ? 'was' : 'were'} ${named(count)}`;
  const amount = sure ? `: ${by.min} too ${way === 'over' ? 'many' : 'few'}` : '';
  return `${of} where ${words} ${words === '1' ? 'is' : 'are'} right${amount}`;
}

/** `Count the writes in concurrent that were acknowledged: there are 7, and 5 are right.` */
function countWords({ scope, count, way, words, answers: { least, most } }: Off): string {
  const where = scope.phase === null ? 'of the round' : `in ${scope.phase.name}`;
  const open = most - least;
  const unheard = `${open} that ${open === 1 ? 'was' : 'were'} not heard`;
  const more = open === 0 ? '' : way === 'over' ? `, and the ${unheard} can only add to them` : `, with the ${unheard}`;
  const number = way === 'over' ? least : most;
  const are = number === 1 ? 'is' : 'are';
  return `Count the writes ${where} that were ${named(count).replace(/,$/, '')}: there ${are} ${number}${more}, and ${words} ${words === '1' ? 'is' : 'are'} right.`;
}

function named(count: string): string {
  if (count === 'keys') return 'acknowledged, each key once,';
  if (count === 'rejected') return 'refused';
  return count === 'acknowledged' || count === 'unknown' ? count : `answered as ${printable(count, 60)}`;
}

function doubtWords({ answers, way }: Off): string {
  if (way === 'under' && answers.notSent > 0)
    return `${plural(answers.notSent, 'write')} never left, and may have made the difference.`;
  return `What ${plural(answers.most - answers.least, 'write')} came to was not heard; some ways make it right and some do not.`;
}

/** Those that are too many; or what there was instead. */
function witnessOf({ scope, answers, way, count }: Off): readonly Operation[] {
  if (way === 'over') return answers.having.slice(0, MAX_WITNESS);
  const others = scope.writes.filter((write) => !answers.having.includes(write) && write.counts !== 'notSent');
  const refused = count === 'rejected' ? others : others.filter(({ counts }) => counts === 'rejected');
  return [
    ...answers.having.slice(0, MAX_WITNESS / 2),
    ...(refused.length > 0 ? refused : others).slice(0, MAX_WITNESS / 2),
  ];
}
