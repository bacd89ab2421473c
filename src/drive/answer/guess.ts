import { isLosslessNumber, type LosslessNumber, parse } from 'lossless-json';
import { parseDecimal } from '../../history/decimal.ts';
import { ungrouped } from '../../history/grouped.ts';
import type { Selector } from '../../plan/plan.ts';
import { decode } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';

const NAMES = ['value', 'count', 'n', 'total'] as const;

/**
 * Where the number is, when nobody said: a bare number, a member named value, count, n or total, or the only number in a
 * JSON body. null: it cannot be told.
 */
export function guess(answer: Answer): Selector | null {
  const body = decode(answer);
  if ('broken' in body) return null;
  if (isNumberText(body.text.trim())) return { kind: 'text' };
  const json = tokens(body.text);
  if (json === undefined) return null;
  if (isNumber(json)) return { kind: 'jsonpath', query: '$' };
  try {
    return namedNumber(json) ?? onlyNumber(json);
  } catch {
    // Nested too deep to look through.
    return null;
  }
}

/** A document whose numbers are told from texts, however they are written. */
type Tokens = null | boolean | string | LosslessNumber | readonly Tokens[] | { readonly [name: string]: Tokens };

function tokens(text: string): Tokens | undefined {
  try {
    return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }) as Tokens;
  } catch {
    return undefined;
  }
}

const isNumber = (json: Tokens | undefined): boolean =>
  isLosslessNumber(json) || (typeof json === 'string' && isNumberText(json));

const isNumberText = (text: string): boolean => parseDecimal(text) !== null || ungrouped(text) !== null;

function onlyNumber(json: Tokens): Selector | null {
  const found = numbersIn(json, '$', []);
  return found.length === 1 && found[0] !== undefined ? { kind: 'jsonpath', query: found[0] } : null;
}

/** Paths of the number nodes of a document, in order; a text that holds a number counts only under a known name. */
function numbersIn(json: Tokens, path: string, found: string[]): string[] {
  if (isLosslessNumber(json)) found.push(path);
  else if (Array.isArray(json)) for (const [i, item] of json.entries()) numbersIn(item, `${path}[${i}]`, found);
  else if (json !== null && typeof json === 'object')
    for (const [name, item] of Object.entries(json)) numbersIn(item as Tokens, path + member(name), found);
  return found;
}

const member = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`;

function namedNumber(json: Tokens): Selector | null {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return null;
  const record = json as Readonly<Record<string, Tokens>>;
  const name = NAMES.find((n) => Object.hasOwn(record, n) && isNumber(record[n]));
  return name === undefined ? null : { kind: 'jsonpath', query: `$.${name}` };
}

/** A selector in the words of `--take`. */
export function describeSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'jsonpath':
      return selector.query;
    case 'pointer':
      return selector.pointer;
    case 'header':
      return `header:${selector.name}`;
    case 'regex':
      return `regex:${selector.pattern}`;
    case 'text':
      return 'text';
  }
}
