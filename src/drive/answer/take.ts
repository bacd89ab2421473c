import { query } from 'jsonpath-rfc9535';
import { parse } from 'lossless-json';
import type { Json, Selector } from '../../plan/plan.ts';
import { decode, header } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';
import { firstMatch, inTime, TOO_LONG } from './pattern.ts';

/**
 * What a selector found: the nodes as text, numbers exactly as they were written; or why it found nothing. `absent`: the
 * answer could be looked into, and there was nothing at that place.
 */
export type Taken = { readonly found: readonly Node[] } | { readonly missing: string; readonly absent: boolean };

export interface Node {
  /** A string, number or boolean as text, null as `null`, anything else as JSON. */
  readonly text: string;
  /** A string or a number: something that can hold a value. */
  readonly scalar: boolean;
  /** What a template is given: the value with its type. */
  readonly value: string | number | boolean;
  readonly isList: boolean;
  /** As `parseExact` gives it. */
  readonly json: Json;
}

/** Applies a selector to a whole answer. */
export function take(selector: Selector, answer: Answer): Taken {
  if (selector.kind === 'header') {
    const value = header(answer, selector.name);
    return value === null ? absent(`there is no header ${selector.name}`) : one(value);
  }
  const body = decode(answer);
  return 'broken' in body ? unseen(body.broken) : takeFrom(selector, body.text);
}

function takeFrom(selector: Exclude<Selector, { kind: 'header' }>, text: string): Taken {
  if (selector.kind === 'text') return one(text.trim());
  if (selector.kind === 'regex') return byRegex(selector.pattern, text);
  const json = parseExact(text);
  return json === undefined ? unseen('the body is not JSON') : takeInside(selector, json);
}

/** Applies a selector to a part of a document; one that looks at text sees a string as it is and all else as JSON. */
export function takeInside(selector: Selector, json: Json): Taken {
  switch (selector.kind) {
    case 'jsonpath':
      return byPath(selector.query, json);
    case 'pointer':
      return byPointer(selector.pointer, json);
    case 'regex':
      return byRegex(selector.pattern, node(json).text);
    case 'text':
      return one(node(json).text.trim());
    case 'header':
      return unseen('there are no headers within a body');
  }
}

const absent = (missing: string): Taken => ({ missing, absent: true });
const unseen = (missing: string): Taken => ({ missing, absent: false });
const one = (text: string): Taken => ({ found: [{ text, value: text, json: text, scalar: true, isList: false }] });

function byRegex(pattern: string, text: string): Taken {
  const matched = firstMatch(pattern, text);
  if (matched === null) return unseen(TOO_LONG);
  const match = matched.done;
  return match ? one(match[1] ?? match[0]) : absent(`nothing matches /${pattern}/`);
}

function byPath(path: string, json: Json): Taken {
  try {
    const look = () => query(json as never, path) as Json[];
    // A filter may hold a pattern, or look through all the rest of a document at each place.
    const looked = path.includes('?') ? inTime(look) : { done: look() };
    if (looked === null) return unseen(TOO_LONG);
    const nodes = looked.done;
    return nodes.length > 0 ? { found: nodes.map(node) } : absent(`there is nothing at ${path}`);
  } catch {
    return unseen(`the body is nested too deep for ${path}`);
  }
}

function byPointer(pointer: string, json: Json): Taken {
  let at: Json | undefined = json;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const inside: Json | undefined = at;
    if (inside === null || typeof inside !== 'object' || !Object.hasOwn(inside, key)) at = undefined;
    else at = (inside as Readonly<Record<string, Json>>)[key];
  }
  return at === undefined ? absent(`there is nothing at ${pointer}`) : { found: [node(at)] };
}

function node(json: Json): Node {
  const isList = Array.isArray(json);
  if (typeof json === 'string' || typeof json === 'number')
    return { text: String(json), value: json, json, scalar: true, isList };
  const text = JSON.stringify(json);
  return { text, value: typeof json === 'boolean' ? json : text, json, scalar: false, isList };
}

/**
 * JSON whose numbers keep every digit: one that a double does not print as it was written (9007199254740993, 5.00)
 * becomes a string of its digits, which counts as the same value everywhere. undefined: not JSON.
 */
export function parseExact(text: string): Json | undefined {
  try {
    return parse(text, null, { parseNumber: exact, onDuplicateKey: ({ newValue }) => newValue }) as Json;
  } catch {
    // A nesting too deep for the parser ends here too.
    return undefined;
  }
}

const exact = (token: string): string | number => (String(Number(token)) === token ? Number(token) : token);
