import { compare, parseDecimal } from '../../history/decimal.ts';
import type { Condition, StatusSet } from '../../plan/plan.ts';
import type { Answer } from '../http/exchange.ts';
import { firstMatch, TOO_LONG } from './pattern.ts';
import { type Node, take } from './take.ts';

/** Whether all that a condition names holds of a whole answer; null where a pattern took too long to tell. */
export const holds = (condition: Condition, answer: Answer): boolean | null =>
  hasStatus(condition, answer.status) && (condition.where === null || looksLike(condition, answer));

/** The first of some that holds, null for none; or that one cannot be told and nothing before it holds. */
export function firstOf(conditions: readonly Condition[], answer: Answer): Condition | null | typeof TOO_LONG {
  for (const condition of conditions) {
    const is = holds(condition, answer);
    if (is === null) return TOO_LONG;
    if (is) return condition;
  }
  return null;
}

export const hasStatus = ({ status }: Condition, answered: number): boolean =>
  status === null || within(status, answered);

export const within = (set: StatusSet, status: number): boolean =>
  set.some(([low, high]) => status >= low && status <= high);

/**
 * A null is nothing, and an empty body holds nothing; but of a body that cannot be looked into nothing is said, not even
 * that something is absent.
 */
function looksLike(condition: Condition, answer: Answer): boolean | null {
  if (condition.where === null) return true;
  const taken = take(condition.where, answer);
  if ('missing' in taken && taken.missing === TOO_LONG) return null;
  if ('missing' in taken) return condition.absent === true && (taken.absent || answer.body.length === 0);
  const there = taken.found.filter((node) => node.json !== null && node.text !== '');
  if (condition.absent) return there.length === 0;
  const { equals, matches } = condition;
  if (equals !== undefined) return taken.found.some((node) => isJust(node, equals));
  if (matches === undefined) return there.length > 0;
  return anyMatches(there, matches);
}

function anyMatches(nodes: readonly Node[], pattern: string): boolean | null {
  for (const { text } of nodes) {
    const match = firstMatch(pattern, text);
    if (match === null) return null;
    if (match.done !== null) return true;
  }
  return false;
}

/** The same text, or the same number however it is written: `20` and `20.0`. */
function isJust({ text }: Node, wanted: string): boolean {
  if (text === wanted) return true;
  const [is, should] = [parseDecimal(text), parseDecimal(wanted)];
  return is !== null && should !== null && compare(is, should) === 0;
}
