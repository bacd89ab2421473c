import { Digits, type Form, Word } from './form.ts';
import { type Syntax, SyntaxFault, UNFINISHED } from './forms.ts';

/** EDN: what Jepsen writes, and what a person would add. Numbers keep every digit; tags are left out. */
export const ednSyntax: Syntax = {
  name: 'EDN',
  skip: (text, from) => new Cursor(text, from).behindSpace(),
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

const MAX_DEPTH = 100;
const SPACE = /[\s,\ufeff]*/y;
const TOKEN = /[^\s,"';()[\]{}\\@^`~]+/y;
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
const MAX_SAFE_DIGITS = 15;

/** Reads forward through a text; throws UNFINISHED when it ends within a form. */
class Cursor {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Behind white space, comments and discarded forms, as far as they are whole. */
  behindSpace(): number {
    for (;;) {
      SPACE.lastIndex = this.at;
      SPACE.test(this.#text);
      this.at = SPACE.lastIndex;
      const start = this.at;
      if (!this.#skipOne()) {
        this.at = start;
        return start;
      }
    }
  }

  #skipOne(): boolean {
    if (this.#text[this.at] === ';') {
      const end = this.#text.indexOf('\n', this.at);
      this.at = end + 1;
      return end >= 0;
    }
    if (!this.#text.startsWith('#_', this.at)) return false;
    this.at += 2;
    try {
      this.form(0);
      return true;
    } catch (error) {
      if (error === UNFINISHED) return false;
      throw error;
    }
  }

  form(depth: number): Form {
    if (depth > MAX_DEPTH) throw new SyntaxFault(`nested deeper than ${MAX_DEPTH}`, this.at);
    const char = this.#text[this.behindSpace()];
    if (char === undefined || char === ';') throw UNFINISHED;
    if (char === '{') return this.#map(depth);
    if (char === '[') return this.#list(']', depth);
    if (char === '(') return this.#list(')', depth);
    if (char === '"') return this.#string();
    if (char === '\\') return this.#character();
    return char === '#' ? this.#dispatch(depth) : atomOf(this.#token(), this.at);
  }

  #list(closing: string, depth: number): readonly Form[] {
    const forms: Form[] = [];
    this.at += 1;
    while (this.#text[this.behindSpace()] !== closing) forms.push(this.form(depth + 1));
    this.at += 1;
    return forms;
  }

  #map(depth: number): Form {
    const start = this.at;
    const forms = this.#list('}', depth);
    if (forms.length % 2 !== 0) throw new SyntaxFault('this map has a key without a value', start);
    const map: Record<string, Form> = Object.create(null);
    for (let i = 0; i < forms.length; i += 2) map[keyOf(forms[i])] = forms[i + 1];
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
    TOKEN.lastIndex = start;
    if (!TOKEN.test(this.#text)) throw new SyntaxFault(`"${this.#text[start]}" cannot stand here`, start);
    this.at = TOKEN.lastIndex;
    if (this.at === this.#text.length) throw UNFINISHED;
    return this.#text.slice(start, this.at);
  }
}

function atomOf(token: string, end: number): Form {
  const first = token.charCodeAt(0);
  if (first === 0x3a) return wordOf(token.slice(1));
  if (INTEGER.test(token)) {
    const digits = token.replace(/^\+|N$/g, '').replace(/N$/, '');
    return digits.length <= MAX_SAFE_DIGITS ? Number(digits) : new Digits(ownCopy(digits));
  }
  if (DECIMAL.test(token))
    return new Digits(
      ownCopy(
        token
          .replace(/^\+/, '')
          .replace(/M$/, '')
          .replace(/\.(?!\d)/, ''),
      ),
    );
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

function keyOf(form: Form): string {
  if (form instanceof Word) return form.name;
  return form instanceof Digits ? form.text : String(form);
}

function unescaped(text: string, start: number): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.|\n)/g, (_, code: string, at: number) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const char = ESCAPES[code];
    if (char === undefined) throw new SyntaxFault(`\\${code} is no escape`, start + at);
    return char;
  });
}

/** A part of a string keeps all of it in memory. */
const ownCopy = (text: string): string => (text.length > 12 ? Buffer.from(text, 'utf16le').toString('utf16le') : text);
