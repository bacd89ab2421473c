import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import { ONE_PAGE, SEPARATED, ungrouped } from '../../history/grouped.ts';
import { NO_NUMBER, type Trouble } from '../../history/operation.ts';
import type { Json, ReadingPlan, Selector } from '../../plan/plan.ts';
import { decode } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';
import { canonical } from './digest.ts';
import { describeSelector } from './guess.ts';
import { nextPage } from './next-page.ts';
import { type Node, parseExact, type Taken, take, takeInside } from './take.ts';

/** The number that an answer tells, as it was written; or why it tells none. */
export interface Found {
  readonly value: Decimal | null;
  readonly text: string | null;
  readonly reason: string | null;
  /** What stood in the number's place; left out where there was no such place. */
  readonly trouble?: Trouble;
}

export const nothing = (reason: string): Found => ({ value: null, text: null, reason });

const counted = (n: number): Found => ({ value: parseDecimal(String(n)), text: String(n), reason: null });

/** Reads an answer as a reading of the plan does. */
export function numberIn(plan: ReadingPlan, selector: Selector, answer: Answer): Found {
  const taken = take(selector, answer);
  const where = describeSelector(selector);
  if (plan.as === 'number') return oneNumber(taken, where);
  const items = plan.as === 'list' ? itemsOfList(taken, where) : nodesOf(taken, where);
  if (!Array.isArray(items)) return items as Found;
  const found = plan.distinct === undefined ? counted(items.length) : different(items, plan.distinct, where);
  const next = found.value === null ? null : nextPage(answer);
  return next === null ? found : { ...found, reason: `${ONE_PAGE} ${next}` };
}

function oneNumber(taken: Taken, where: string): Found {
  if ('missing' in taken) return nothing(taken.missing);
  const [node] = taken.found;
  if (taken.found.length > 1 || node === undefined) return nothing(`${taken.found.length} values at ${where}, not one`);
  const text = node.text.trim();
  const plain = typeof node.json === 'string' ? ungrouped(text) : null;
  if (plain !== null) return { value: parseDecimal(plain), text: plain, reason: `${SEPARATED} ${text}` };
  const value = node.scalar ? parseDecimal(text) : null;
  return value === null ? noNumber(where, node.text) : { value, text, reason: null };
}

/** `1,00` and `15+` are numbers written for people, and no proof that a counter went wrong. */
function noNumber(where: string, text: string): Found {
  if (/\d/.test(text)) return nothing(`not an exact number at ${where}: ${text}`);
  const trouble = /^\s*[+-]?(NaN|Infinity)\s*$/.test(text) ? 'not-finite' : 'no-number';
  return { ...nothing(`${NO_NUMBER} ${where}: ${text}`), trouble };
}

function nodesOf(taken: Taken, where: string): readonly Json[] | Found {
  if ('missing' in taken) return taken.absent ? [] : nothing(taken.missing);
  const [first, ...more] = taken.found;
  if (first?.isList && more.length === 0) return nothing(`one list at ${where}; its items are at ${where}[*]`);
  return taken.found.map(({ json }: Node) => json);
}

function itemsOfList(taken: Taken, where: string): readonly Json[] | Found {
  if ('missing' in taken) return nothing(taken.missing);
  const [list, ...more] = taken.found;
  if (more.length > 0) return nothing(`${taken.found.length} values at ${where}, not one list`);
  return Array.isArray(list?.json) ? list.json : nothing(`no list at ${where}: ${list?.text}`);
}

/** How many items differ, by themselves or by what is looked at in each. */
function different(items: readonly Json[], by: Selector | null, where: string): Found {
  const seen = new Set<string>();
  for (const [i, item] of items.entries()) {
    const taken = by === null ? null : takeInside(by, item);
    if (taken !== null && 'missing' in taken) return nothing(`item ${i} at ${where}: ${taken.missing}`);
    seen.add(taken === null ? canonical(item) : JSON.stringify(taken.found.map(({ json }) => canonical(json))));
  }
  return counted(seen.size);
}

/** Whether an answer says that there is nothing yet: 404, an empty body, null or `{}`, or a null in the number's place. */
export function saysNothing(answer: Answer, selector: Selector | null): boolean {
  if (answer.status === 404) return true;
  const body = decode(answer);
  if ('broken' in body) return false;
  if (selector?.kind === 'header') return false;
  if (body.text.trim() === '') return true;
  const json = parseExact(body.text);
  if (json === undefined) return false;
  if (json === null || isEmptyObject(json)) return true;
  const taken = selector === null ? null : takeInside(selector, json);
  return taken !== null && 'found' in taken && taken.found.length === 1 && taken.found[0]?.json === null;
}

const isEmptyObject = (json: Json): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && Object.keys(json).length === 0;
