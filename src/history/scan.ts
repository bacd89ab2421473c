import type { HistoryHeader } from './history.ts';
import type { Operation } from './operation.ts';
import { type RowReader, rowReader, type Scalar } from './row.ts';

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
/** A longer part of a string would keep all of it in memory. */
const MAX_COPIED = 12;
const MAX_SHAPES = 8;
const NO = -1;

/** The keys of a line in their order, as they stand in the file, and the values of the line read last. */
interface Shape {
  readonly name: string;
  readonly read: RowReader;
  readonly tokens: readonly Uint8Array[];
  readonly row: Scalar[];
}

/**
 * Reads operations from lines as the writer makes them, several times faster than `JSON.parse` and a schema. It knows
 * no errors: what is in any way unusual is left to the caller, who reads the line in the long way, and may then let
 * the scanner `learn` the order of its keys.
 */
export class LineScanner {
  /** Behind the line feed of the line scanned last. */
  end = 0;
  #shapes: readonly Shape[] = [];
  #value: Scalar = null;

  /** Lines with these keys in this order are scanned from now on. */
  learn(keys: readonly string[], header: HistoryHeader): void {
    const name = keys.join();
    const read = rowReader(keys, header);
    if (read === null || this.#shapes.length === MAX_SHAPES || this.#shapes.some((s) => s.name === name)) return;
    const tokens = keys.map((key, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(key)}:`));
    this.#shapes = [...this.#shapes, { name, read, tokens, row: keys.map(() => null) }];
  }

  /** The operation on the line that starts at `from`; `text` is `bytes` as latin1. Null: read it in the long way. */
  scan(bytes: Buffer, text: string, from: number): Operation | null {
    for (const shape of this.#shapes) {
      if (this.#fits(shape, bytes, text, from)) return shape.read(shape.row);
    }
    return null;
  }

  #fits({ tokens, row }: Shape, bytes: Buffer, text: string, from: number): boolean {
    let at = from;
    for (let k = 0; k < tokens.length; k += 1) {
      at = afterToken(bytes, at, tokens[k] as Uint8Array);
      if (at === NO) return false;
      at = this.#afterScalar(bytes, text, at, row[k] as Scalar);
      if (at === NO) return false;
      row[k] = this.#value;
    }
    this.end = at + 2;
    return bytes[at] === CLOSE && bytes[at + 1] === LINE_FEED;
  }

  #afterScalar(bytes: Buffer, text: string, at: number, before: Scalar): number {
    const first = bytes[at];
    if (first === QUOTE) return this.#afterString(bytes, text, at + 1, before);
    if (first !== LETTER_N)
      return first === MINUS ? this.#afterWhole(bytes, at + 1, -1) : this.#afterWhole(bytes, at, 1);
    this.#value = null;
    return afterToken(bytes, at, NULL);
  }

  /** Most strings are those of the line before; they are not made anew. */
  #afterString(bytes: Buffer, text: string, from: number, before: Scalar): number {
    if (typeof before === 'string') {
      const end = afterText(bytes, from, before);
      if (end !== NO && bytes[end] === QUOTE) {
        this.#value = before;
        return end + 1;
      }
    }
    let at = from;
    for (let code = bytes[at] ?? 0; code !== QUOTE; code = bytes[at] ?? 0) {
      if (code < SPACE || code >= DELETE || code === BACKSLASH) return NO;
      at += 1;
    }
    this.#value = at - from <= MAX_COPIED ? text.substring(from, at) : bytes.toString('latin1', from, at);
    return at + 1;
  }

  #afterWhole(bytes: Buffer, from: number, sign: number): number {
    let at = from;
    let value = 0;
    for (let code = bytes[at] ?? 0; code >= ZERO && code <= NINE; code = bytes[at] ?? 0) {
      value = value * 10 + (code - ZERO);
      at += 1;
    }
    const digits = at - from;
    if (digits === 0 || digits > MAX_DIGITS) return NO;
    if (bytes[from] === ZERO && (digits > 1 || sign < 0)) return NO;
    this.#value = sign * value;
    return at;
  }
}

function afterToken(bytes: Buffer, from: number, token: Uint8Array): number {
  for (let i = 0; i < token.length; i += 1) if (bytes[from + i] !== token[i]) return NO;
  return from + token.length;
}

function afterText(bytes: Buffer, from: number, text: string): number {
  for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text.charCodeAt(i)) return NO;
  return from + text.length;
}
