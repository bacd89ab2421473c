import type { ObjectKind, ReadingExpectation } from '../../history/history.ts';

/** Each acknowledged write counts once, in each phase; of an effect each key does. */
export function byDefault(reading: string, object: ObjectKind = 'counter'): ReadingExpectation {
  return { reading, risesBy: object === 'effect' ? 'keys' : 'acknowledged', perPhase: true };
}
