import type { RawPhase } from '../file/schema.ts';
import type { PhaseSpec } from '../scenario.ts';

type Of<Kind extends PhaseSpec['kind']> = Extract<PhaseSpec, { readonly kind: Kind }>;

import { Mistake } from '../text/mistake.ts';
import type { Check, Path } from '../text/source.ts';
import { durationOf } from '../text/time.ts';
import { DEFAULTS } from './defaults.ts';

/** Writes released as one. */
export function concurrent(count: number, given: Partial<Of<'concurrent'>> = {}): PhaseSpec {
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
export function spaced(count: number, given: Partial<Of<'spaced'>> = {}): PhaseSpec {
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

export const defaultPhases = (): readonly PhaseSpec[] => [
  concurrent(DEFAULTS.concurrency),
  spaced(DEFAULTS.concurrency),
];

/** Reads the phases of a scenario file. Each has a name that no other has. */
export function phasesOf(load: readonly RawPhase[], path: Path, check: Check): readonly PhaseSpec[] {
  const taken = new Set<string>();
  for (const [index, { name }] of load.entries()) {
    if (name !== undefined) check.attempt([...path, index, 'name'], undefined, () => take(name, taken));
  }
  return load.map((raw, index) => {
    const name = raw.name ?? freeName(raw.phase, taken);
    taken.add(name);
    return phaseOf(raw, name, [...path, index], check);
  });
}

function take(name: string, taken: Set<string>): void {
  if (taken.has(name)) {
    throw new Mistake(`two phases are called ${JSON.stringify(name)}`, 'give each a name of its own, or none');
  }
  taken.add(name);
}

/** `spaced`, or `spaced-2` and so on where that is taken. */
function freeName(kind: RawPhase['phase'], taken: ReadonlySet<string>): string {
  let name: string = kind;
  for (let number = 2; taken.has(name); number += 1) name = `${kind}-${number}`;
  return name;
}

function phaseOf(raw: RawPhase, name: string, path: Path, check: Check): PhaseSpec {
  const connections =
    raw.connections === undefined ? {} : { connections: raw.connections === 'N' ? null : raw.connections };
  const time = (given: string | 0 | undefined, key: string, fallbackMs: number): number =>
    given === undefined ? fallbackMs : check.attempt([...path, key], fallbackMs, () => durationOf(String(given)));
  if (raw.phase === 'concurrent') {
    return concurrent(raw.count, { name, ...connections, holdMs: time(raw.hold, 'hold', DEFAULTS.holdMs) });
  }
  return spaced(raw.count, { name, ...connections, everyMs: time(raw.every, 'every', DEFAULTS.everyMs) });
}
