import type { PhaseSpec } from '../scenario.ts';
import { DEFAULTS } from './defaults.ts';
import type { PhaseDraft } from './draft.ts';

type Of<Kind extends PhaseSpec['kind']> = Extract<PhaseSpec, { readonly kind: Kind }>;

/** Writes released as one. */
export function concurrent(count: number, given: Partial<Of<'concurrent'>> = {}): Of<'concurrent'> {
  return {
    kind: 'concurrent',
    name: 'concurrent',
    write: null,
    abort: null,
    count,
    connections: null,
    holdMs: DEFAULTS.holdMs,
    ...given,
  };
}

/** Writes one after another, each on a connection of its own unless said otherwise. */
export function spaced(count: number, given: Partial<Of<'spaced'>> = {}): Of<'spaced'> {
  return {
    kind: 'spaced',
    name: 'spaced',
    write: null,
    abort: null,
    count,
    everyMs: DEFAULTS.everyMs,
    connections: 'fresh',
    ...given,
  };
}

/** Writes whose reply is lost once, and which are then sent again with the same key. */
export function retry(count: number, given: Partial<Of<'retry'>> = {}): Of<'retry'> {
  return {
    kind: 'retry',
    name: 'retry',
    write: null,
    abort: null,
    count,
    lose: 'reply',
    times: 1,
    key: 'same',
    by: 'client',
    giveUpAfterMs: null,
    everyMs: DEFAULTS.everyMs,
    ...given,
  };
}

/** A phase that sends the write of the scenario and has no request of its own. */
export function plain(phase: PhaseSpec): PhaseDraft {
  return { write: null, other: null, step: null, command: null, finish: () => phase };
}

export const defaultPhases = (): readonly PhaseDraft[] =>
  [concurrent(DEFAULTS.concurrency), spaced(DEFAULTS.concurrency)].map(plain);
