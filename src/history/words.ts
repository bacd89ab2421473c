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

const CHUNK = 1 << 20;
const NULL = -1;
/** Behind it a text stands by itself. */
const APART = -2;
/** Each letter is one byte. */
const SHORT = /^[ -~]{1,80}$/;

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
    if (!SHORT.test(text)) {
      this.#from[row] = APART;
      this.#apart.set(row, text);
      return;
    }
    if (this.#used + text.length > CHUNK) {
      this.#chunks.push(Buffer.allocUnsafe(CHUNK));
      this.#used = 0;
    }
    const chunk = this.#chunks.length - 1;
    (this.#chunks[chunk] as Buffer).write(text, this.#used, 'latin1');
    this.#from[row] = this.#used;
    this.#length[row] = text.length;
    this.#chunk[row] = chunk;
    this.#used += text.length;
  }

  at(row: number): string | null {
    const from = this.#from[row] as number;
    if (from === NULL) return null;
    if (from === APART) return this.#apart.get(row) ?? null;
    const chunk = this.#chunks[this.#chunk[row] as number] as Buffer;
    return chunk.toString('latin1', from, from + (this.#length[row] as number));
  }
}
