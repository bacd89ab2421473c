import { parse } from 'lossless-json';
import { Digits, type Form } from './form.ts';
import { type Syntax, SyntaxFault, UNFINISHED } from './forms.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Whole numbers with fewer digits are exact as doubles. */
const MANY_DIGITS = 16;

/** JSON objects, one after the other or in one array; numbers keep every digit. */
export const jsonSyntax: Syntax = {
  name: 'JSON',
  skip(text, from) {
    let at = from;
    while (isBetween(text.charCodeAt(at))) at += 1;
    return at;
  },
  closing: (text, from) => (text[from] === '[' ? ']' : null),
  form(text, from) {
    if (text[from] !== '{') throw new SyntaxFault('an object must begin here, with "{"', from);
    const found = extentOf(text, from);
    return found === null ? UNFINISHED : { form: parsed(text, from, found), end: found.end };
  },
};

interface Extent {
  readonly end: number;
  /** Holds a number that a double may not hold, or would be written otherwise. */
  readonly delicate: boolean;
}

/** To the bracket that closes the one at `from`; null when it is not there yet. */
function extentOf(text: string, from: number): Extent | null {
  let depth = 0;
  let digits = 0;
  let delicate = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      continue;
    }
    delicate ||= digits >= MANY_DIGITS || (digits > 0 && isFraction(code));
    digits = 0;
    if (code === QUOTE) at = closingQuote(text, at);
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code) && --depth === 0) return { end: at + 1, delicate };
  }
  return null;
}

const isBetween = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === COMMA || code === 0xfeff;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;
/** A point, or the `e` of an exponent. */
const isFraction = (code: number): boolean => code === 0x2e || code === 0x45 || code === 0x65;

function closingQuote(text: string, from: number): number {
  let at = from + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE && at < text.length; code = text.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

function parsed(text: string, from: number, { end, delicate }: Extent): Form {
  const object = text.slice(from, end);
  try {
    return (delicate ? parse(object, null, (digits) => new Digits(digits)) : JSON.parse(object)) as Form;
  } catch (error) {
    throw new SyntaxFault(error instanceof Error ? error.message : 'it cannot be parsed', from);
  }
}
