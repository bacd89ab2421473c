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

/** One such text a row. */
export class WordColumn {
  readonly #words: Words;
  readonly #numbers: Int32Array;
  #last: string | null = null;
  #number: number;

  constructor(words: Words, rows: number) {
    this.#words = words;
    this.#numbers = new Int32Array(rows);
    this.#number = words.numberOf(null);
  }

  /** Mostly the one of the row before. */
  set(row: number, text: string | null): void {
    if (text !== this.#last) {
      this.#last = text;
      this.#number = this.#words.numberOf(text);
    }
    this.#numbers[row] = this.#number;
  }

  at(row: number): string | null {
    return this.#words.at(this.#numbers[row] as number);
  }
}

const CHUNK = 1 << 20;
const NULL = -1;
/** Behind it a text stands by itself. */
const APART = -2;
const MOST = 80;
const SPACE = 0x20;
const TILDE = 0x7e;

/** Texts that are all different, one a row: as bytes, so that each takes no more room than it has letters. */
export class LongTexts {
  readonly #from: Int32Array;
  readonly #length: Uint8Array;
  readonly #chunk: Int32Array;
  readonly #chunks: Buffer[] = [];
  readonly #apart = new Map<number, string>();
  #used = CHUNK;

  constructor(rows: number) {
    this.#from = new Int32Array(rows).fill(NULL);
    this.#length = new Uint8Array(rows);
    this.#chunk = new Int32Array(rows);
  }

  set(row: number, text: string | null): void {
    if (text === null) return;
    if (text.length === 0 || text.length > MOST || !this.#write(text)) {
      this.#from[row] = APART;
      this.#apart.set(row, text);
      return;
    }
    this.#from[row] = this.#used;
    this.#length[row] = text.length;
    this.#chunk[row] = this.#chunks.length - 1;
    this.#used += text.length;
  }

  /** Behind what is used; false where a letter is more than one byte. */
  #write(text: string): boolean {
    if (this.#used + text.length > CHUNK) {
      this.#chunks.push(Buffer.allocUnsafe(CHUNK));
      this.#used = 0;
    }
    const chunk = this.#chunks[this.#chunks.length - 1] as Buffer;
    for (let i = 0; i < text.length; i++) {
      const letter = text.charCodeAt(i);
      if (letter < SPACE || letter > TILDE) return false;
      chunk[this.#used + i] = letter;
    }
    return true;
  }

  at(row: number): string | null {
    const from = this.#from[row] as number;
    if (from === NULL) return null;
    if (from === APART) return this.#apart.get(row) ?? null;
    const chunk = this.#chunks[this.#chunk[row] as number] as Buffer;
    return chunk.toString('latin1', from, from + (this.#length[row] as number));
  }
}
