import type { Operation } from '../../history/operation.ts';
import type { Leg } from './leg.ts';

export const isCached = ({ cached }: Operation): boolean => cached !== undefined;

/** A cache answered some of its writes or readings, so its amounts say nothing sure. */
export function isLegCached({ phases, before }: Leg): boolean {
  return (before.read !== null && isCached(before.read)) || phases.some(({ cached }) => cached.length > 0);
}
