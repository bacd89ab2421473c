import type { RoundRun } from './rounds.ts';
import { sendsWrites } from './sends.ts';

/** Where something is judged, as an expectation says. */
export interface Judged {
  readonly perPhase: boolean;
  readonly phaseIndex?: number;
}

/** Whether phases are judged one by one, and not only the round. */
export const byPhase = ({ perPhase, phaseIndex }: Judged): boolean => perPhase || phaseIndex !== undefined;

/** The phases at whose end a value is judged: the one that is named, each that sends writes, or the last one that was looked at. */
export function placesOf({ perPhase, phaseIndex }: Judged, { phases }: RoundRun): readonly number[] {
  if (phaseIndex !== undefined) return [phaseIndex];
  if (perPhase) return phases.filter(sendsWrites).map(({ info }) => info.index);
  const looked = phases.findLast((phase) => sendsWrites(phase) || phase.reads.some(({ role }) => role !== 'during'));
  return [(looked ?? phases.at(-1))?.info.index ?? -1];
}
