import { compare, type Decimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import { must } from '../refused.ts';

export const ZERO: Decimal = { unscaled: 0n, scale: 0 };

export function decimalOf(text: string | null | undefined, what: string): Decimal {
  const decimal = parseDecimal(text ?? '');
  must(decimal !== null, `${what} is no number`);
  return decimal;
}

export const isLess = (a: Decimal, b: Decimal): boolean => compare(a, b) < 0;
export const isNegative = ({ unscaled }: Decimal): boolean => unscaled < 0n;
export const negated = (value: Decimal): Decimal => times(value, -1n);
export const sizeOf = (value: Decimal): Decimal => (isNegative(value) ? negated(value) : value);

/** A share of the size of a value, to a millionth. */
export const shareOf = (value: Decimal, share: number): Decimal => {
  const { unscaled, scale } = times(sizeOf(value), BigInt(Math.round(share * 1e6)));
  return { unscaled, scale: scale + 6 };
};

/** Whether a distance is a whole number of steps. */
export function isWhole(distance: Decimal, step: Decimal): boolean {
  const scale = Math.max(distance.scale, step.scale);
  const [a, b] = [distance, step].map((one) => one.unscaled * 10n ** BigInt(scale - one.scale));
  return b !== undefined && b !== 0n && a !== undefined && a % b === 0n;
}

export const apart = (a: Decimal, b: Decimal): Decimal => sizeOf(subtract(a, b));
