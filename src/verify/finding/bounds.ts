import { compare, type Decimal } from '../../history/decimal.ts';
import type { Bounds } from '../../history/history.ts';
import type { Saved } from './saved.ts';

/** From what to what a quantity may be. */
export interface Range {
  readonly least: Decimal;
  readonly most: Decimal;
}

export const whole = (n: number): Decimal => ({ unscaled: BigInt(n), scale: 0 });
export const exactly = (value: Decimal): Range => ({ least: value, most: value });

/** A bound that a value lies outside of, and on which side. */
export interface Breach {
  readonly quantity: string;
  readonly way: 'over' | 'under';
}

/** Every bound that a value lies outside of, whatever is not known. */
export function breachesOf(
  value: Range,
  bounds: Bounds,
  rangeOf: (quantity: string) => Range | null,
): readonly Breach[] {
  const breaks = (quantity: string | undefined, low: boolean, high: boolean): readonly Breach[] => {
    const wanted = quantity === undefined ? null : rangeOf(quantity);
    if (wanted === null || quantity === undefined) return [];
    if (low && compare(value.most, wanted.least) < 0) return [{ quantity, way: 'under' }];
    return high && compare(value.least, wanted.most) > 0 ? [{ quantity, way: 'over' }] : [];
  };
  return [
    ...breaks(bounds.equals, true, true),
    ...breaks(bounds.atLeast, true, false),
    ...breaks(bounds.atMost, false, true),
  ];
}

/** CP107 where another reading says otherwise, CP114 for anything else. */
export const isNamed = ({ header }: Saved, code: string, breaches: readonly Breach[]): boolean =>
  breaches.some(({ quantity }) => code === (header.readings.includes(quantity) ? 'CP107' : 'CP114'));
