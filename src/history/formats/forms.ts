import type { ProbeError } from '../../errors.ts';
import { LONGEST_LINE } from '../reader/lines.ts';
import type { Form } from './form.ts';
import { broken, type Chunks, type Spot } from './format.ts';

/** A form that begins at `at` has no end in the text there is; more text may bring it. */
export const UNFINISHED = Symbol('unfinished');

/** Text that is none of the syntax, at an index of it. */
export class SyntaxFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** How one form after the other is read from a text. Throws a SyntaxFault. */
export interface Syntax {
  readonly name: string;
  /** Behind white space and whole comments; the text's length when there is no more. */
  readonly skip: (text: string, from: number) => number;
  readonly form: (text: string, from: number) => { readonly form: Form; readonly end: number } | typeof UNFINISHED;
  /** The bracket that closes a list which holds all forms of a file; null when there is none at that place. */
  readonly closing: (text: string, from: number) => string | null;
}

/** No event is nearly as long, and none is held in memory that is longer. */
const MOST_CHARACTERS = LONGEST_LINE;
const LONG = `what begins here is longer than ${LONGEST_LINE / 1_000_000} MB`;

export interface PlacedForm extends Spot {
  readonly form: Form;
}

/**
 * Reads the forms of a file one by one, each with its place, whether they stand by themselves or in one list. Rejects
 * with a ProbeError when the text is not of that syntax or is cut off.
 */
export async function* formsOf(chunks: Chunks, file: string, syntax: Syntax): AsyncGenerator<readonly PlacedForm[]> {
  const reader = new Reader(file, syntax);
  for await (const text of decoded(chunks, file)) yield reader.more(text);
  yield reader.rest();
  reader.end();
}

async function* decoded(chunks: Chunks, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  try {
    for await (const chunk of chunks) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      yield text;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
    }
    // Ends a comment on the last line, and a number or a word.
    yield `${decoder.decode()}\n`;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const spot = { line, column: 1 };
    throw broken(file, spot, 'on this line or soon after it the file is not UTF-8', 'save it as UTF-8');
  }
}

class Reader {
  readonly #file: string;
  readonly #syntax: Syntax;
  #text = '';
  #at = 0;
  /** What came since, and was not looked at yet. */
  #waiting: string[] = [];
  #size = 0;
  /** So much text there must be before what has no end is read from its start again. */
  #enough = 0;
  #lines = new LineCounter();
  /** Closes the list that holds all forms; null when they stand by themselves. */
  #closing: string | null = null;
  #state: 'empty' | 'open' | 'closed' = 'empty';

  constructor(file: string, syntax: Syntax) {
    this.#file = file;
    this.#syntax = syntax;
  }

  /** The forms that end in the text so far and were not told yet. */
  more(text: string): readonly PlacedForm[] {
    this.#waiting.push(text);
    this.#size += text.length;
    return this.#size < this.#enough ? [] : this.rest();
  }

  /** The same of all that came, where there was too little of it to look again. */
  rest(): readonly PlacedForm[] {
    if (this.#waiting.length === 0) return [];
    this.#lines.drop(this.#text, this.#at);
    this.#text = this.#text.slice(this.#at) + this.#waiting.join('');
    this.#waiting = [];
    this.#at = 0;
    const forms = this.#whole();
    this.#size = this.#text.length - this.#at;
    if (this.#size > MOST_CHARACTERS)
      throw this.#broken(this.#at, LONG, 'give a history of events, each by itself or in one list');
    // Twice as much each time: all that is read again is no more than what there is.
    this.#enough = Math.min(2 * this.#size, MOST_CHARACTERS + 1);
    return forms;
  }

  #whole(): readonly PlacedForm[] {
    const forms: PlacedForm[] = [];
    try {
      for (let form = this.#next(); form !== null; form = this.#next()) forms.push(form);
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      const mend = 'correct it there, or use an untouched copy';
      throw this.#broken(fault.at, `not ${this.#syntax.name}: ${fault.message}`, mend);
    }
    return forms;
  }

  end(): void {
    const copy = 'use a whole copy of the file';
    const isWithin = this.#at < this.#text.length;
    // The line feed at the very end was added.
    const at = isWithin ? this.#at : this.#text.length - 1;
    if (isWithin) throw this.#broken(at, 'the file is cut off: what begins here has no end', copy);
    if (this.#state === 'empty') throw this.#broken(at, 'the file is empty', 'give a file with a history in it');
    if (this.#state === 'open' && this.#closing !== null)
      throw this.#broken(at, `the file is cut off: its list has no "${this.#closing}"`, copy);
  }

  #next(): PlacedForm | null {
    this.#at = this.#syntax.skip(this.#text, this.#at);
    while (this.#opens() || this.#closes()) this.#at = this.#syntax.skip(this.#text, this.#at + 1);
    if (this.#at === this.#text.length) return null;
    if (this.#state === 'closed')
      throw this.#broken(this.#at, 'there is more after the list', 'leave one list in the file');
    const read = this.#syntax.form(this.#text, this.#at);
    if (read === UNFINISHED) return null;
    const spot = this.#lines.spot(this.#text, this.#at);
    this.#state = 'open';
    this.#at = read.end;
    return { form: read.form, ...spot };
  }

  #opens(): boolean {
    if (this.#state !== 'empty') return false;
    this.#closing = this.#syntax.closing(this.#text, this.#at);
    if (this.#closing === null) return false;
    this.#state = 'open';
    return true;
  }

  #closes(): boolean {
    if (this.#state !== 'open' || this.#closing === null || this.#text[this.#at] !== this.#closing) return false;
    this.#state = 'closed';
    return true;
  }

  #broken(at: number, what: string, mend: string): ProbeError {
    return broken(this.#file, this.#lines.spot(this.#text, at), what, mend);
  }
}

/** Tells line and column of ever later places in a text that comes in pieces. */
class LineCounter {
  #line = 1;
  /** Where that line begins; below 0 when in text that was dropped. */
  #start = 0;
  /** The line feed that ends it; not known yet below 0. */
  #end = -1;

  spot(text: string, at: number): Spot {
    for (this.#look(text, this.#start); this.#end < at; this.#look(text, this.#start)) {
      this.#line += 1;
      this.#start = this.#end + 1;
      this.#end = -1;
    }
    return { line: this.#line, column: at - this.#start + 1 };
  }

  #look(text: string, from: number): void {
    if (this.#end >= 0) return;
    const end = text.indexOf('\n', Math.max(0, from));
    this.#end = end < 0 ? Number.POSITIVE_INFINITY : end;
  }

  /** The first `count` characters will be gone, and others may come at the end. */
  drop(text: string, count: number): void {
    this.spot(text, count);
    this.#start -= count;
    this.#end = Number.isFinite(this.#end) ? this.#end - count : -1;
  }
}
