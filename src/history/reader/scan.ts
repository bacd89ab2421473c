import type { HistoryHeader } from '../history.ts';
import { Line, NOTHING, NUMBER, TEXT } from './line.ts';
import { startsWith } from './pool.ts';
import { isSound, type Layout, layoutOf } from './row.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const CLOSE = 0x7d;
const DELETE = 0x7f;
const NULL = Buffer.from('null');
/** Whole numbers of so many digits are exact in a double. */
const MAX_DIGITS = 15;
const MAX_SHAPES = 8;
const NO = -1;

/** The keys of a line in their order, as they stand in the file. */
interface Shape extends Layout {
  readonly name: string;
  readonly tokens: readonly Uint8Array[];
}

/**
 * Reads operations from lines as the writer makes them, several times faster than `JSON.parse` and a schema. It knows
 * no errors: what is in any way unusual is left to the caller, who reads the line in the long way, and may then let
 * the scanner `learn` the order of its keys.
 */
export class LineScanner {
  /** What stands on the line scanned last, until the next one is. */
  readonly line = new Line();
  /** Behind its line feed. */
  end = 0;
  #shapes: readonly Shape[] = [];

  /** Lines with these keys in this order are scanned from now on. */
  learn(keys: readonly string[], header: HistoryHeader): void {
    const name = keys.join();
    const layout = layoutOf(keys, header);
    if (layout === null || this.#shapes.length === MAX_SHAPES || this.#shapes.some((s) => s.name === name)) return;
    const tokens = keys.map((key, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(key)}:`));
    this.#shapes = [...this.#shapes, { name, tokens, ...layout }];
  }

  /** Whether the line that starts at `from` is a sound operation; where it is not, it is to be read in the long way. */
  scan(bytes: Buffer, from: number): boolean {
    this.line.bytes = bytes;
    for (const shape of this.#shapes) {
      if (!this.#fits(shape, bytes, from)) continue;
      shape.complete(this.line);
      return isSound(this.line);
    }
    return false;
  }

  #fits({ tokens, places }: Shape, bytes: Buffer, from: number): boolean {
    let at = from;
    for (let k = 0; k < tokens.length; k += 1) {
      at = afterToken(bytes, at, tokens[k] as Uint8Array);
      if (at === NO) return false;
      at = this.#afterScalar(bytes, at, places[k] as number);
      if (at === NO) return false;
    }
    this.end = at + 2;
    return bytes[at] === CLOSE && bytes[at + 1] === LINE_FEED;
  }

  #afterScalar(bytes: Buffer, at: number, place: number): number {
    const first = bytes[at];
    if (first === QUOTE) return this.#afterString(bytes, at + 1, place);
    if (first !== LETTER_N)
      return first === MINUS ? this.#afterWhole(bytes, at + 1, -1, place) : this.#afterWhole(bytes, at, 1, place);
    this.line.kind[place] = NOTHING;
    return afterToken(bytes, at, NULL);
  }

  /** Most strings are those of the line before; they are not looked for anew. */
  #afterString(bytes: Buffer, from: number, place: number): number {
    const before = this.line.before(place);
    if (before !== null && bytes[from + before.length] === QUOTE && startsWith(bytes, from, before)) {
      this.line.kind[place] = TEXT;
      return from + before.length + 1;
    }
    let at = from;
    for (let code = bytes[at] ?? 0; code !== QUOTE; code = bytes[at] ?? 0) {
      if (code < SPACE || code >= DELETE || code === BACKSLASH) return NO;
      at += 1;
    }
    this.line.setText(place, from, at);
    return at + 1;
  }

  #afterWhole(bytes: Buffer, from: number, sign: number, place: number): number {
    let at = from;
    let value = 0;
    for (let code = bytes[at] ?? 0; code >= ZERO && code <= NINE; code = bytes[at] ?? 0) {
      value = value * 10 + (code - ZERO);
      at += 1;
    }
    const digits = at - from;
    if (digits === 0 || digits > MAX_DIGITS) return NO;
    if (bytes[from] === ZERO && (digits > 1 || sign < 0)) return NO;
    this.line.kind[place] = NUMBER;
    this.line.number[place] = sign * value;
    return at;
  }
}

function afterToken(bytes: Buffer, from: number, token: Uint8Array): number {
  for (let i = 0; i < token.length; i += 1) if (bytes[from + i] !== token[i]) return NO;
  return from + token.length;
}
