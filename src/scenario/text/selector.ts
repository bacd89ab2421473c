import parseJsonPath from 'jsonpath-rfc9535/parser';
import type { Selector } from '../scenario.ts';
import { Mistake } from './mistake.ts';

const SELECTOR_MEND = 'a selector is $.path, /pointer, header:Name, regex:(\\d+) or text';
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Reads and checks a selector: `$.path` (RFC 9535), `/pointer` (RFC 6901), `header:Name`, `regex:…`, `text`. Throws a Mistake. */
export function parseSelector(text: string): Selector {
  if (text.includes('{{'))
    throw new Mistake(`the selector ${quoted(text)} holds a {{name}}`, 'selectors take no values');
  if (text === 'text') return { kind: 'text' };
  if (text.startsWith('$')) return jsonPath(text);
  if (text.startsWith('/')) return pointer(text);
  if (text.startsWith('header:')) return headerSelector(text.slice('header:'.length).trim());
  if (text.startsWith('regex:')) return regex(text.slice('regex:'.length));
  throw new Mistake(`${quoted(text)} is not a selector`, meant(text));
}

/** Throws a Mistake when what is to be counted is not a list of nodes. */
export function checkCount(as: 'number' | 'count' | 'list', take: Selector | null): void {
  if (as === 'list' && take?.kind !== 'jsonpath' && take?.kind !== 'pointer') {
    throw new Mistake(
      'to count the items of a list, it must be said where it is',
      'take the list by a JSONPath, such as $.items',
    );
  }
  if (as === 'count' && take?.kind !== 'jsonpath') {
    throw new Mistake('to count, it must be said what', 'take the nodes by a JSONPath, such as $[*]');
  }
}

function meant(text: string): string {
  if (/^[A-Za-z_][\w.[\]]*$/.test(text)) return `did you mean $.${text}? ${SELECTOR_MEND}`;
  if (/^\.[A-Za-z_]/.test(text)) return `did you mean $${text}? ${SELECTOR_MEND}`;
  return SELECTOR_MEND;
}

function jsonPath(query: string): Selector {
  try {
    parseJsonPath(query);
  } catch (error) {
    throw new Mistake(
      `${quoted(query)} is not a JSONPath${where(error)}`,
      'RFC 9535: $.a.b, $.list[0], $["a name"], $[*]',
    );
  }
  return { kind: 'jsonpath', query };
}

/** The parser counts from 1; it also runs out of stack on an absurd nesting, and then has no place. */
function where(error: unknown): string {
  const column = (error as { location?: { start?: { column?: number } } }).location?.start?.column;
  return column === undefined ? '' : ` (character ${column})`;
}

function pointer(text: string): Selector {
  if (/~(?![01])/.test(text)) {
    throw new Mistake(`${quoted(text)} is not a JSON Pointer`, 'write ~0 for ~ and ~1 for / inside a name');
  }
  return { kind: 'pointer', pointer: text };
}

function headerSelector(name: string): Selector {
  if (!HEADER_NAME.test(name)) throw new Mistake(`header:${name} does not name a header`, 'such as header:Location');
  return { kind: 'header', name };
}

function regex(pattern: string): Selector {
  if (pattern === '') throw new Mistake('regex: has no pattern', 'such as regex:Views: (\\d+)');
  const groups = countGroups(pattern);
  if (groups > 1) {
    throw new Mistake(
      `regex:${pattern} has ${groups} groups`,
      'keep one group around the value and write (?:…) for the others',
    );
  }
  return { kind: 'regex', pattern };
}

/** An alternative that matches nothing makes every match succeed, with one place for each group. */
function countGroups(pattern: string): number {
  try {
    new RegExp(pattern, 'm');
    return (new RegExp(`${pattern}|`, 'm').exec('')?.length ?? 1) - 1;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
    throw new Mistake(`regex:${pattern} does not compile: ${why}`, 'it is a JavaScript regular expression');
  }
}

const quoted = (text: string): string => JSON.stringify(text);
