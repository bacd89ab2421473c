import type { Plan } from '../plan/plan.ts';
import type { Values } from '../plan/render.ts';
import type { Caches } from './answer/caches.ts';
import type { Client, Hide } from './client.ts';
import type { Clock } from './clock.ts';
import type { Target } from './http/target.ts';
import type { Cut } from './http/wire.ts';
import type { ProgressEvent } from './progress.ts';
import type { Reading } from './reading.ts';
import type { Recorder } from './recorder.ts';

/** What every part of a drive works with. */
export interface Context {
  readonly plan: Plan;
  readonly target: Target;
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly progress: (event: ProgressEvent) => void;
  /** Told of credentials that become known while it runs: from then on they are in no output. */
  readonly hide: Hide;
  readonly signal: AbortSignal;
  readonly readings: readonly Reading[];
  readonly caches: Caches;
  /** The values of the last round of each key, for a last look when all is done. */
  readonly resting: Map<string, { readonly lookAgain: () => Promise<void> }>;
  /** Where the held requests of a phase with large bodies are cut, once that is known; by index of the phase. */
  readonly cuts: Map<number, Cut>;
}

/** One round under way. */
export interface Round {
  /** From 1. */
  readonly number: number;
  /** Does what no identity does: setup, readings, and every write where there are no identities. */
  readonly common: Client;
  /** Intent i goes by the one at i mod their number; empty where there are none. */
  readonly identities: readonly Client[];
  /** Which counter the round is about, as one name. */
  readonly key: string;
  /** Values that its setup, and its phases since, took. */
  taken: Values;
  /** Intents begun so far, over all phases. */
  intents: number;
}

/** Whose an intent is. */
export const clientOf = ({ common, identities }: Round, i: number): Client =>
  identities[i % Math.max(1, identities.length)] ?? common;
