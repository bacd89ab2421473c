import { parse } from 'lossless-json';
import { Digits, type Form } from './form.ts';
import { type Syntax, SyntaxFault, UNFINISHED } from './forms.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** JSON objects, one after the other or in one array; numbers keep every digit. */
export const jsonSyntax: Syntax = {
  name: 'JSON',
  skip(text, from) {
    let at = from;
    for (let code = text.charCodeAt(at); code <= 0x20 || code === COMMA || code === 0xfeff; code = text.charCodeAt(at))
      at += 1;
    return at;
  },
  closing: (text, from) => (text[from] === '[' ? ']' : null),
  form(text, from) {
    if (text[from] !== '{') throw new SyntaxFault('an object must begin here, with "{"', from);
    const end = endOf(text, from);
    return end === null ? UNFINISHED : { form: parsed(text.slice(from, end), from), end };
  },
};

/** Behind the bracket that closes the one at `from`; null when it is not there yet. */
function endOf(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code) && --depth === 0) return at + 1;
  }
  return null;
}

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

function closingQuote(text: string, from: number): number {
  let at = from + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE && at < text.length; code = text.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** May hold a number that a double cannot hold, or would write otherwise. */
const DELICATE = /[\d.]{16}|\d[.eE]/;

function parsed(text: string, from: number): Form {
  try {
    if (!DELICATE.test(text)) return JSON.parse(text) as Form;
    return parse(text, null, (digits) => new Digits(digits)) as Form;
  } catch (error) {
    throw new SyntaxFault(error instanceof Error ? error.message : 'it cannot be parsed', from);
  }
}
