import type { Operation } from '../../history/operation.ts';
import type { Leg } from './leg.ts';
import type { PhaseRun } from './rounds.ts';

/** Answers of a phase that a cache gave: reads of it, and writes that were acknowledged. */
export const cachedAnswers = ({ writes, reads }: PhaseRun): readonly Operation[] =>
  [...writes.filter(({ counts }) => counts === 'acknowledged'), ...reads].filter(isCached);

export const isCached = ({ cached }: Operation): boolean => cached !== undefined;

/** A cache answered some of its writes or readings, so its amounts say nothing sure. */
export function isLegCached({ phases, before }: Leg): boolean {
  return (before.read !== null && isCached(before.read)) || phases.some((phase) => cachedAnswers(phase).length > 0);
}
