import { atomOf, keyOf, MAX_SAFE_DIGITS, ownCopy, unescaped } from './edn-atoms.ts';
import { type Form, Word } from './form.ts';
import { type Syntax, SyntaxFault, UNFINISHED } from './forms.ts';

/** EDN: what Jepsen writes, and what a person would add. Numbers keep every digit; tags are left out. */
export const ednSyntax: Syntax = {
  name: 'EDN',
  skip: (text, from) => new Cursor(text, from).behindWhole(),
  closing(text, from) {
    if (text[from] === '[') return ']';
    return text[from] === '(' ? ')' : null;
  },
  form(text, from) {
    const cursor = new Cursor(text, from);
    try {
      return { form: cursor.form(0), end: cursor.at };
    } catch (error) {
      if (error === UNFINISHED) return UNFINISHED;
      throw error;
    }
  },
};

const HASH = 0x23;
const ZERO = 0x30;
const NINE = 0x39;
const SEMICOLON = 0x3b;
const MAX_DEPTH = 100;
const isControl = (code: number): boolean => code < 0x09 || (code > 0x0d && code < 0x1c);
const isSpace = (code: number): boolean =>
  (code <= 0x20 && !isControl(code)) || code === 0x2c || code === 0xa0 || code === 0xfeff;
/** By code, 1 for what can be in a number, a word or a tag. */
const IN_TOKEN = Uint8Array.from({ length: 128 }, (_, code) =>
  isSpace(code) || isControl(code) || '"\';()[]{}\\@^`~'.includes(String.fromCharCode(code)) ? 0 : 1,
);
const inToken = (code: number): boolean => (code < 128 ? IN_TOKEN[code] === 1 : !isSpace(code));

/** Reads forward through a text; throws UNFINISHED when it ends within a form. */
class Cursor {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Behind white space, comments and discarded forms, as far as they are whole. */
  behindWhole(): number {
    try {
      return this.#behindSpace(0);
    } catch (error) {
      if (error === UNFINISHED) return this.at;
      throw error;
    }
  }

  /** Behind all of them; where one has no end, it stands at the first such. */
  #behindSpace(depth: number): number {
    for (;;) {
      while (isSpace(this.#text.charCodeAt(this.at))) this.at += 1;
      const code = this.#text.charCodeAt(this.at);
      if (!(code === SEMICOLON || code === HASH) || !this.#skipOne(depth)) return this.at;
    }
  }

  #skipOne(depth: number): boolean {
    const start = this.at;
    try {
      if (this.#text[start] === ';') this.#comment();
      else if (this.#text.startsWith('#_', start)) {
        this.at += 2;
        this.form(depth + 1);
      } else return false;
      return true;
    } catch (error) {
      if (error === UNFINISHED) this.at = start;
      throw error;
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.at);
    if (end < 0) throw UNFINISHED;
    this.at = end + 1;
  }

  form(depth: number): Form {
    if (depth > MAX_DEPTH) throw new SyntaxFault(`nested deeper than ${MAX_DEPTH}`, this.at);
    const char = this.#text[this.#behindSpace(depth)];
    if (char === undefined) throw UNFINISHED;
    if (char === '{') return this.#map(depth);
    if (char === '[') return this.#list(']', depth);
    if (char === '(') return this.#list(')', depth);
    if (char === '"') return this.#string();
    if (char === '\\') return this.#character();
    return char === '#' ? this.#dispatch(depth) : (this.#smallNumber() ?? atomOf(this.#token(), this.at));
  }

  /** Most numbers are whole and have few digits; null for any other. */
  #smallNumber(): number | null {
    let at = this.at;
    let number = 0;
    for (let code = this.#text.charCodeAt(at); code >= ZERO && code <= NINE; code = this.#text.charCodeAt(at)) {
      number = number * 10 + (code - ZERO);
      at += 1;
    }
    if (at === this.at || at - this.at > MAX_SAFE_DIGITS || at >= this.#text.length) return null;
    if (inToken(this.#text.charCodeAt(at))) return null;
    this.at = at;
    return number;
  }

  #list(closing: string, depth: number): readonly Form[] {
    const forms: Form[] = [];
    this.at += 1;
    while (this.#text[this.#behindSpace(depth)] !== closing) forms.push(this.form(depth + 1));
    this.at += 1;
    return forms;
  }

  #map(depth: number): Form {
    const start = this.at;
    const map: Record<string, Form> = {};
    this.at += 1;
    while (this.#text[this.#behindSpace(depth)] !== '}') {
      const key = keyOf(this.form(depth + 1));
      if (this.#text[this.#behindSpace(depth)] === '}')
        throw new SyntaxFault('this map has a key without a value', start);
      map[key] = this.form(depth + 1);
    }
    this.at += 1;
    return map;
  }

  #string(): string {
    const start = this.at + 1;
    let at = start;
    while (this.#text[at] !== '"') {
      if (at >= this.#text.length) throw UNFINISHED;
      at += this.#text[at] === '\\' ? 2 : 1;
    }
    this.at = at + 1;
    const text = this.#text.slice(start, at);
    return text.includes('\\') ? unescaped(text, start) : ownCopy(text);
  }

  #character(): Form {
    const start = this.at;
    this.at += 2;
    if (this.at > this.#text.length) throw UNFINISHED;
    const rest = /[\s,"';()[\]{}\\]/.test(this.#text[this.at] ?? ' ') ? '' : this.#token();
    return this.#text[start + 1] + rest;
  }

  /** `#tag form`, `#{a set}`, `##NaN`. */
  #dispatch(depth: number): Form {
    this.at += 1;
    const next = this.#text[this.at];
    if (next === undefined) throw UNFINISHED;
    if (next === '{') return this.#list('}', depth);
    const name = this.#token();
    return name.startsWith('#') ? new Word(name.slice(1)) : this.form(depth + 1);
  }

  #token(): string {
    const start = this.at;
    let at = start;
    while (at < this.#text.length && inToken(this.#text.charCodeAt(at))) at += 1;
    if (at >= this.#text.length) throw UNFINISHED;
    if (at === start) throw new SyntaxFault(`"${this.#text[start]}" cannot stand here`, start);
    this.at = at;
    return this.#text.slice(start, at);
  }
}
