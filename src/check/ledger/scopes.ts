import type { PhaseInfo } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Judged } from './places.ts';
import type { PhaseRun, RoundRun } from './rounds.ts';
import { sendsWrites } from './sends.ts';

/** Writes that are counted together. */
export interface Scope {
  readonly round: RoundRun;
  readonly phases: readonly PhaseRun[];
  /** null: the whole round. */
  readonly phase: PhaseInfo | null;
  readonly writes: readonly Operation[];
  /** All that was to be sent in it was sent, as far as the run came. */
  readonly finished: boolean;
}

/** The phases that are counted by themselves, or the round, as an expectation says; none in a round that was not set up. */
export function scopesOf({ perPhase, phaseIndex }: Judged, round: RoundRun): readonly Scope[] {
  if (round.setupFailed !== null) return [];
  if (phaseIndex === undefined && !perPhase) return [scopeOf(round, round.phases, null)];
  return round.phases
    .filter((phase) => (phaseIndex === undefined ? sendsWrites(phase) : phase.info.index === phaseIndex))
    .map((phase) => scopeOf(round, [phase], phase.info));
}

function scopeOf(round: RoundRun, phases: readonly PhaseRun[], phase: PhaseInfo | null): Scope {
  const writes = phases.flatMap((one) => one.writes);
  return { round, phases, phase, writes, finished: round.stop === null || phases.every((one) => isOver(round, one)) };
}

/** It sent all of its writes, or something was done after it. */
const isOver = ({ phases }: RoundRun, { info, writes }: PhaseRun): boolean =>
  writes.length >= info.count || phases.slice(info.index + 1).some((later) => later.writes.length > 0);
