import type { Operation } from '../operation.ts';
import { TextPool } from './pool.ts';

/** Where on a `Line` the value of each key stands that is read in the short way. */
export const AT = {
  ...{ id: 0, process: 1, session: 2, f: 3, key: 4, phase: 5, phaseIndex: 6, round: 7, invoke: 8, complete: 9 },
  ...{ outcome: 10, counts: 11, value: 12, status: 13, reason: 14, excerpt: 15, attempt: 16, sent: 17 },
  ...{ firstByte: 18, ended: 19, reading: 20, role: 21, returned: 22, amount: 23, machine: 24 },
} as const satisfies { readonly [K in keyof Operation]?: number };
/** For keys that nobody knows. */
export const PASSED_OVER = 25;
const PLACES = 26;
/** Where a text is from that stands in no bytes. */
const NOWHERE = -1;

/** What stands at a place. */
export const NOTHING = 0;
export const NUMBER = 1;
export const TEXT = 2;
export const ABSENT = 3;

/** 1: mostly another text on each line, and seldom asked for: it is not made before it is. */
const IS_APART = new Uint8Array(PLACES);
for (const place of [AT.value, AT.attempt, AT.returned]) IS_APART[place] = 1;

/** What is read of a line, by places: numbers and texts that come again as they are, other texts by where they stand. */
export class Line {
  bytes: Buffer = Buffer.alloc(0);
  readonly kind = new Uint8Array(PLACES).fill(ABSENT);
  readonly number = new Float64Array(PLACES);
  readonly from = new Int32Array(PLACES);
  readonly to = new Int32Array(PLACES);
  /** A text itself; null: it stands in the bytes. Of a line before where there is no text now. */
  readonly known: (string | null)[] = Array(PLACES).fill(null);
  readonly #pool = new TextPool();

  /** A text that stands in the bytes, of ASCII as it is. */
  setText(place: number, from: number, to: number): void {
    this.kind[place] = TEXT;
    this.from[place] = from;
    this.to[place] = to;
    this.known[place] = IS_APART[place] === 1 ? null : this.#pool.textOf(this.bytes, from, to);
  }

  /** What does not stand in the bytes; undefined: it is not there at all. */
  set(place: number, value: unknown): void {
    this.kind[place] = kindOf(value);
    if (typeof value === 'number') this.number[place] = value;
    if (typeof value !== 'string') return;
    this.known[place] = value;
    this.from[place] = NOWHERE;
  }

  /** What stood in the bytes of a line before, as it is, without an escape; null: not known. */
  before(place: number): string | null {
    return this.from[place] === NOWHERE ? null : (this.known[place] ?? null);
  }

  /** As `set` takes it. */
  at(place: number): string | number | null | undefined {
    const kind = this.kind[place];
    if (kind === TEXT) return this.text(place);
    return kind === NUMBER ? this.number[place] : kind === NOTHING ? null : undefined;
  }

  /** Where there is one. */
  text(place: number): string {
    return this.known[place] ?? this.bytes.toString('latin1', this.from[place], this.to[place]);
  }

  textOrNull(place: number): string | null {
    return this.kind[place] === TEXT ? this.text(place) : null;
  }

  numberOrNull(place: number): number | null {
    return this.kind[place] === NUMBER ? (this.number[place] as number) : null;
  }
}

function kindOf(value: unknown): number {
  if (value === null) return NOTHING;
  return typeof value === 'number' ? NUMBER : typeof value === 'string' ? TEXT : ABSENT;
}
