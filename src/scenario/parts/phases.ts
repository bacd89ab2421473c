import type { RawPhase } from '../file/schema.ts';
import type { PhaseSpec } from '../scenario.ts';
import type { Check, Path } from '../text/source.ts';
import { durationOf } from '../text/time.ts';
import { DEFAULTS } from './defaults.ts';

/** Writes released as one. */
export function concurrent(count: number, given: Partial<PhaseSpec> = {}): PhaseSpec {
  return {
    kind: 'concurrent',
    name: 'concurrent',
    count,
    everyMs: null,
    connections: null,
    holdMs: DEFAULTS.holdMs,
    ...given,
  };
}

/** Writes one after another, each on a connection of its own unless said otherwise. */
export function spaced(count: number, given: Partial<PhaseSpec> = {}): PhaseSpec {
  return {
    kind: 'spaced',
    name: 'spaced',
    count,
    everyMs: DEFAULTS.everyMs,
    connections: 'fresh',
    holdMs: 0,
    ...given,
  };
}

export const defaultPhases = (): readonly PhaseSpec[] => [
  concurrent(DEFAULTS.concurrency),
  spaced(DEFAULTS.concurrency),
];

/** Reads a phase of a scenario file. */
export function phaseOf(raw: RawPhase, path: Path, check: Check): PhaseSpec {
  const name = raw.name ?? raw.phase;
  const connections =
    raw.connections === undefined ? {} : { connections: raw.connections === 'N' ? null : raw.connections };
  const time = (given: string | 0 | undefined, key: string, fallbackMs: number): number =>
    given === undefined ? fallbackMs : check.attempt([...path, key], fallbackMs, () => durationOf(String(given)));
  if (raw.phase === 'concurrent') {
    return concurrent(raw.count, { name, ...connections, holdMs: time(raw.hold, 'hold', DEFAULTS.holdMs) });
  }
  return spaced(raw.count, { name, ...connections, everyMs: time(raw.every, 'every', DEFAULTS.everyMs) });
}
