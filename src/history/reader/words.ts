import { type Line, TEXT } from './line.ts';

/** Texts that come again and again, numbered; null is one of them. */
export class Words {
  readonly #numbers = new Map<string | null, number>();
  readonly #texts: (string | null)[] = [];

  numberOf(text: string | null): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  at(number: number): string | null {
    return this.#texts[number] ?? null;
  }
}

/** One such text a row, the rows one after the other. */
export class WordColumn {
  readonly #words: Words;
  readonly #rows: number;
  /** null: all rows have the first one's. */
  #numbers: Int32Array | null = null;
  #first: number | null = null;
  #last: string | null = null;
  #number: number;

  constructor(words: Words, rows: number) {
    this.#words = words;
    this.#rows = rows;
    this.#number = words.numberOf(null);
  }

  /** Mostly the one of the row before. */
  set(row: number, text: string | null): void {
    if (text !== this.#last) {
      this.#last = text;
      this.#number = this.#words.numberOf(text);
    }
    this.#first ??= this.#number;
    if (this.#numbers === null) {
      if (this.#number === this.#first) return;
      this.#numbers = new Int32Array(this.#rows).fill(this.#first, 0, row);
    }
    this.#numbers[row] = this.#number;
  }

  at(row: number): string | null {
    return this.#words.at(this.#numbers === null ? (this.#first as number) : (this.#numbers[row] as number));
  }
}

const CHUNK = 1 << 20;
/** How long a text is that is not there, and one that stands by itself. */
const NULL = 0;
const APART = 255;
const MOST = 80;
const SPACE = 0x20;
const TILDE = 0x7e;

/** Texts that are all different, one a row: as bytes, so that each takes no more room than it has letters. */
export class LongTexts {
  readonly #rows: number;
  /** By row; empty until there is a text. */
  #from = new Int32Array(0);
  #length = new Uint8Array(0);
  #chunk = new Uint8Array(0);
  readonly #chunks: Buffer[] = [];
  readonly #apart = new Map<number, string>();
  #used = CHUNK;

  /** Of so many that chunks are counted in a byte. */
  constructor(rows: number) {
    this.#rows = rows;
  }

  set(row: number, text: string | null): void {
    if (text === null) return;
    if (text.length === 0 || text.length > MOST || !this.#write(text)) {
      this.#open();
      this.#length[row] = APART;
      this.#apart.set(row, text);
      return;
    }
    this.#take(row, text.length);
  }

  /** The text that stands on a line, if there is one. */
  copy(row: number, line: Line, place: number): void {
    if (line.kind[place] !== TEXT) return;
    const from = line.from[place] as number;
    const length = (line.to[place] as number) - from;
    if (line.known[place] !== null || length === 0 || length > MOST) {
      this.set(row, line.text(place));
      return;
    }
    const chunk = this.#room(length);
    for (let i = 0; i < length; i++) chunk[this.#used + i] = line.bytes[from + i] as number;
    this.#take(row, length);
  }

  /** Where so many letters have room behind what is used. */
  #room(length: number): Buffer {
    if (this.#used + length > CHUNK) {
      this.#chunks.push(Buffer.allocUnsafe(CHUNK));
      this.#used = 0;
    }
    return this.#chunks[this.#chunks.length - 1] as Buffer;
  }

  #open(): void {
    if (this.#from.length > 0) return;
    this.#from = new Int32Array(this.#rows);
    this.#length = new Uint8Array(this.#rows);
    this.#chunk = new Uint8Array(this.#rows);
  }

  #take(row: number, length: number): void {
    this.#open();
    this.#from[row] = this.#used;
    this.#length[row] = length;
    this.#chunk[row] = this.#chunks.length - 1;
    this.#used += length;
  }

  /** Behind what is used; false where a letter is more than one byte. */
  #write(text: string): boolean {
    const chunk = this.#room(text.length);
    for (let i = 0; i < text.length; i++) {
      const letter = text.charCodeAt(i);
      if (letter < SPACE || letter > TILDE) return false;
      chunk[this.#used + i] = letter;
    }
    return true;
  }

  at(row: number): string | null {
    const length = this.#length[row] ?? NULL;
    if (length === NULL) return null;
    if (length === APART) return this.#apart.get(row) ?? null;
    const from = this.#from[row] as number;
    const chunk = this.#chunks[this.#chunk[row] as number] as Buffer;
    return chunk.toString('latin1', from, from + length);
  }
}
