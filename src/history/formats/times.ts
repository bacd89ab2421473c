import { formatDecimal, parseDecimal, times } from '../decimal.ts';
import { digitsOf, type Form } from './form.ts';

/** Times from here on do not fit beside others into the whole numbers that a double holds. */
const LARGE = 2n ** 52n;
/** Eleven days: how much earlier than the first time of a file another one may be. */
const SLACK = 10n ** 15n;
const WHOLE = /^-?\d{1,30}$/;

/** Whole nanoseconds out of times of any size, counted from an origin near the first one. */
export class Times {
  /** In digits. */
  readonly origin: string;
  readonly #origin: bigint;

  constructor(first: Form) {
    const time = wholeOf(first);
    this.#origin = time === null || (time < LARGE && time >= 0n) ? 0n : time - SLACK;
    this.origin = String(this.#origin);
  }

  /** Null when it is no whole number, or lies too far from the first time of the file. */
  ns(form: Form): number | null {
    if (typeof form === 'number' && this.#origin === 0n) return Number.isSafeInteger(form) && form >= 0 ? form : null;
    const time = wholeOf(form);
    if (time === null) return null;
    const ns = Number(time - this.#origin);
    return ns >= 0 && Number.isSafeInteger(ns) ? ns : null;
  }
}

/** The whole number of a form; null when it is none. */
export function wholeOf(form: Form): bigint | null {
  const digits = digitsOf(form);
  return digits !== null && WHOLE.test(digits) ? BigInt(digits) : null;
}

/** A whole number that is exact as a double; null for all else. */
export function safeWholeOf(form: Form): number | null {
  const whole = typeof form === 'number' ? form : Number(wholeOf(form) ?? Number.NaN);
  return Number.isSafeInteger(whole) ? whole : null;
}

const NS_PER_MS = 1_000_000n;

/** Nanoseconds of a time in milliseconds; null when it is no number, or finer than that. */
export function nanosecondsOf(form: Form): bigint | null {
  const ms = parseDecimal(digitsOf(form) ?? '');
  if (ms === null) return null;
  const { unscaled, scale } = times(ms, NS_PER_MS);
  return scale === 0 ? unscaled : null;
}

/** The digits of whole nanoseconds as milliseconds. */
export const millisecondsOf = (ns: number): string =>
  formatDecimal(parseDecimal(`${ns}e-6`) ?? { unscaled: 0n, scale: 0 });
