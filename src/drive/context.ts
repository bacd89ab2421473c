import type { Plan } from '../plan/plan.ts';
import type { Values } from '../plan/render.ts';
import type { Clock } from './clock.ts';
import type { Target } from './http/target.ts';
import type { Cut } from './http/wire.ts';
import type { ProgressEvent } from './progress.ts';
import type { Recorder } from './recorder.ts';

/** What every part of a drive works with. */
export interface Context {
  readonly plan: Plan;
  readonly target: Target;
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly progress: (event: ProgressEvent) => void;
  readonly signal: AbortSignal;
  /** The values of the last round of each key, for a last look when all is done. */
  readonly resting: Map<string, { readonly lookAgain: () => Promise<void> }>;
  /** Where the held requests of a phase with large bodies are cut, once that is known; by index of the phase. */
  readonly cuts: Map<number, Cut>;
}

/** One round under way. */
export interface Round {
  /** From 1. */
  readonly number: number;
  /** Values that its setup took. */
  readonly taken: Values;
  /** Which counter the round is about, as one name. */
  readonly key: string;
  /** Writes begun so far, over all phases. */
  written: number;
}

/** What became of the writes of a phase. */
export interface Tally {
  acknowledged: number;
  unknown: number;
  /** Writes that got any answer at all. */
  answered: number;
  total: number;
}
