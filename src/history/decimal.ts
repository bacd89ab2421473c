/** An exact decimal: `unscaled` × 10^-`scale`, scale ≥ 0, without trailing zeros after the point. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/;
/** A decimal of any size, in the form of those that are read. */
const ANY_SIZE = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_CHARACTERS = 1_000;
const MAX_EXPONENT = 400;

/** Reads `11`, `-3`, `5.00`, `1e3`; null for anything else, for over 1,000 characters, and for exponents beyond ±400. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > MAX_CHARACTERS) return null;
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT) return null;
  const digits = BigInt(whole + fraction);
  return normal(sign === '-' ? -digits : digits, fraction.length - exponent);
}

/** Why a text is not read as a decimal: it is none, or one beyond the bounds. */
export const whyNoDecimal = (text: string | null, where = ''): string =>
  ANY_SIZE.test(text ?? '')
    ? `is beyond what is read: at most ${MAX_CHARACTERS} characters, and exponents from -${MAX_EXPONENT} to ${MAX_EXPONENT}`
    : `must be a decimal number in quotes${where}`;

/** Plain digits, never an exponent: `1000`, `-0.5`. */
export function formatDecimal(value: Decimal): string {
  const sign = value.unscaled < 0n ? '-' : '';
  const digits = (value.unscaled < 0n ? -value.unscaled : value.unscaled).toString().padStart(value.scale + 1, '0');
  if (value.scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -value.scale)}.${digits.slice(-value.scale)}`;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return normal(at(a, scale) + at(b, scale), scale);
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, times(b, -1n));
}

export function times(a: Decimal, n: bigint): Decimal {
  return normal(a.unscaled * n, a.scale);
}

/** -1, 0 or 1. */
export function compare(a: Decimal, b: Decimal): number {
  const { unscaled } = subtract(a, b);
  if (unscaled === 0n) return 0;
  return unscaled < 0n ? -1 : 1;
}

/** How many whole steps lie in a distance; null when it is not a whole number of them, or when the step is 0. */
export function wholeSteps(distance: Decimal, step: Decimal): bigint | null {
  if (step.unscaled === 0n) return null;
  const scale = Math.max(distance.scale, step.scale);
  const divisor = at(step, scale);
  const dividend = at(distance, scale);
  return dividend % divisor === 0n ? dividend / divisor : null;
}

/** The value in units of 10^-`scale`; `scale` must be at least its own. */
function at(value: Decimal, scale: number): bigint {
  return value.unscaled * 10n ** BigInt(scale - value.scale);
}

function normal(unscaled: bigint, scale: number): Decimal {
  if (scale <= 0) return { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 };
  let value = unscaled;
  let places = scale;
  while (places > 0 && value % 10n === 0n) {
    value /= 10n;
    places -= 1;
  }
  return { unscaled: value, scale: places };
}

/** Whether both are numbers, and the same one. */
export function isSame(a: string, b: string): boolean {
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  return one !== null && other !== null && compare(one, other) === 0;
}
