import { add, times } from '../../history/decimal.ts';
import { isLegCached } from './cached.ts';
import type { Leg } from './leg.ts';

/** Its amounts say nothing sure about its writes: a cache answered, or the number stopped at a floor. */
export const isLegUnsure = (leg: Leg): boolean => isLegCached(leg) || isLegClamped(leg);

/** A number that fell to just 0, and had no room for all its writes above it. */
export function isLegClamped({ measure, before, after, acknowledged }: Leg): boolean {
  if (measure.plain || measure.step.unscaled >= 0n || after.value.unscaled !== 0n) return false;
  const due = add(before.value, times(measure.step, BigInt(acknowledged)));
  return before.value.unscaled >= 0n && acknowledged > 0 && due.unscaled < 0n;
}
