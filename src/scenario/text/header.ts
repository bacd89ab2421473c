import { Mistake } from './mistake.ts';

export type Header = readonly [name: string, value: string];

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a header may carry: visible characters, spaces and tabs, up to U+00FF. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They belong to the framing of a request, which is not the user's to choose. */
const OURS = ['content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'counter-probe-attempt'];
const SENSITIVE =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie$|(?:api|access|auth|private|session|subscription|functions)[-_]?(?:key|token)$|token$|secret|password/i;
/** Headers of a write that say nothing about a read. */
const OF_A_WRITE = /^(?:content-.*|if-.*|(?:x-)?idempotency-key|x-http-method.*|expect|prefer|te|trailer|digest)$/i;

/** Throws a Mistake for a name or a literal value that HTTP cannot carry. */
export function checkHeader([name, value]: Header): void {
  if (!NAME.test(name))
    throw new Mistake(`${JSON.stringify(name)} is not the name of a header`, 'letters, digits and -');
  if (OURS.includes(name.toLowerCase()))
    throw new Mistake(`the header ${name} is set by counter-probe itself`, 'leave it out');
  if (!isHeaderValue(value)) {
    throw new Mistake(
      `the value of the header ${name} holds a character that HTTP cannot carry`,
      'leave out line breaks and controls',
    );
  }
}

export const isHeaderValue = (value: string): boolean => VALUE.test(value);

/** A header whose value is a credential, by its name. */
export const isSensitive = (name: string): boolean => SENSITIVE.test(name);

/** A header of a write that a read of the same service should carry too: credentials and the like. */
export const servesRead = (name: string): boolean => !OF_A_WRITE.test(name);

export function hasHeader(headers: readonly Header[], name: string): boolean {
  return headers.some(([given]) => given.toLowerCase() === name.toLowerCase());
}

/** The given headers and those defaults that they do not name. */
export function withDefaults(headers: readonly Header[], defaults: readonly Header[]): readonly Header[] {
  return [...headers, ...defaults.filter(([name]) => !hasHeader(headers, name))];
}
