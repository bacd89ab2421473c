import { parseDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';

export const isRelease = ({ f }: Operation): boolean => f === 'release';

/** What a write reserves or gives back. */
export const thingsOf = ({ items, key }: Operation): readonly string[] =>
  items === undefined ? [key] : [...new Set(items)];

/** How many units of each. */
export function unitsOf({ amount }: Operation): bigint {
  const decimal = parseDecimal(amount ?? '1');
  const whole = decimal === null || decimal.scale > 0 ? 1n : decimal.unscaled;
  return whole < 0n ? -whole : whole;
}
