import { canonical, Digits, type Form, Word } from './form.ts';
import { SyntaxFault } from './forms.ts';

const COLON = 0x3a;
const INTEGER = /^[+-]?\d+N?$/;
const DECIMAL = /^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?M?$/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
};
/** Whole numbers of so many digits are exact as doubles. */
export const MAX_SAFE_DIGITS = 15;

/** A number or word as it stands in EDN; `end` is where it ends. Throws a SyntaxFault. */
export function atomOf(token: string, end: number): Form {
  const first = token.charCodeAt(0);
  if (first === COLON) return wordOf(token.slice(1));
  if (INTEGER.test(token)) {
    const digits = token.replace(/^\+|N$/g, '');
    return digits.length <= MAX_SAFE_DIGITS ? Number(digits) : new Digits(ownCopy(digits));
  }
  if (DECIMAL.test(token)) return new Digits(ownCopy(token.replace(/^\+|M$|\.(?!\d)/g, '')));
  if (token === 'nil') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  if (/^[+-]?\d/.test(token) && !/^[+-]?\d+\/\d+$/.test(token))
    throw new SyntaxFault(`${token} is no number`, end - token.length);
  return wordOf(token);
}

const words = new Map<string, Word>();
const MAX_WORDS = 1_000;

/** The same few words make up most of a file. */
function wordOf(name: string): Word {
  const known = words.get(name);
  if (known) return known;
  const word = new Word(ownCopy(name));
  if (words.size < MAX_WORDS) words.set(word.name, word);
  return word;
}

/** The name of a key of a map. */
export function keyOf(form: Form): string {
  const name = form instanceof Word ? form.name : typeof form === 'string' ? form : String(canonical(form));
  return name === '__proto__' ? '' : name;
}

/** The text of a string with escapes, which begins at `start`. Throws a SyntaxFault. */
export function unescaped(text: string, start: number): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.|\n)/g, (_, code: string, at: number) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const char = ESCAPES[code];
    if (char === undefined) throw new SyntaxFault(`\\${code} is no escape`, start + at);
    return char;
  });
}

/** A part of a string keeps all of it in memory. */
export const ownCopy = (text: string): string =>
  text.length > 12 ? Buffer.from(text, 'utf16le').toString('utf16le') : text;
