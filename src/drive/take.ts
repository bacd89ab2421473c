import { query } from 'jsonpath-rfc9535';
import { parse } from 'lossless-json';
import type { Json, Selector } from '../plan/plan.ts';
import { decode, header } from './http/body.ts';
import type { Answer } from './http/exchange.ts';

/** What a selector found: the nodes as text, numbers exactly as they were written; or why it found nothing. */
export type Taken = { readonly found: readonly Node[] } | { readonly missing: string };

export interface Node {
  /** A string, number or boolean as text, null as `null`, anything else as JSON. */
  readonly text: string;
  /** A string or a number: something that can hold a value. */
  readonly scalar: boolean;
  /** What a template is given: the value with its type. */
  readonly value: string | number | boolean;
  readonly isList: boolean;
}

/** Applies a selector to a whole answer. */
export function take(selector: Selector, answer: Answer): Taken {
  if (selector.kind === 'header') {
    const value = header(answer, selector.name);
    return value === null ? { missing: `there is no header ${selector.name}` } : one(value);
  }
  const body = decode(answer);
  if ('broken' in body) return { missing: body.broken };
  if (selector.kind === 'text') return one(body.text.trim());
  if (selector.kind === 'regex') return byRegex(selector.pattern, body.text);
  const json = parseExact(body.text);
  if (json === undefined) return { missing: 'the body is not JSON' };
  return selector.kind === 'jsonpath' ? byPath(selector.query, json) : byPointer(selector.pointer, json);
}

const one = (text: string): Taken => ({ found: [{ text, value: text, scalar: true, isList: false }] });

function byRegex(pattern: string, text: string): Taken {
  const match = new RegExp(pattern, 'm').exec(text);
  return match ? one(match[1] ?? match[0]) : { missing: `nothing matches /${pattern}/` };
}

function byPath(path: string, json: Json): Taken {
  try {
    const nodes = query(json as never, path) as Json[];
    return nodes.length > 0 ? { found: nodes.map(node) } : { missing: `there is nothing at ${path}` };
  } catch {
    return { missing: `the body is nested too deep for ${path}` };
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
  return at === undefined ? { missing: `there is nothing at ${pointer}` } : { found: [node(at)] };
}

function node(value: Json): Node {
  const isList = Array.isArray(value);
  if (typeof value === 'string' || typeof value === 'number')
    return { text: String(value), value, scalar: true, isList };
  const text = JSON.stringify(value);
  return { text, value: typeof value === 'boolean' ? value : text, scalar: false, isList };
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
