import type { ObjectKind, PhaseInfo, PhaseKind } from '../../../src/history/history.ts';
import type { Random } from './random.ts';

const PLAIN: readonly PhaseKind[] = ['concurrent', 'concurrent', 'spaced', 'lanes', 'mixed'];
const AGAIN: readonly PhaseKind[] = ['retry', 'replay'];

/** One to three phases, of which the first sends writes. */
export function phasesFor(random: Random, object: ObjectKind): readonly PhaseInfo[] {
  const kinds: PhaseKind[] = [];
  const writing = object === 'effect' ? [...AGAIN, ...PLAIN] : random.percent(25) ? [...PLAIN, ...AGAIN] : PLAIN;
  const phases = random.int(1, 3);
  for (let i = 0; i < phases; i++) {
    kinds.push(i > 0 && random.percent(20) ? 'wait' : random.pick(writing));
  }
  return kinds.map((kind, index) => phaseOf(random, kind, index));
}

function phaseOf(random: Random, kind: PhaseKind, index: number): PhaseInfo {
  const when = random.pick(['at-once', 'in-flight', 'after-success', 'after-failure'] as const);
  return {
    ...{ index, kind, name: `${kind}-${index}`, everyMs: kind === 'spaced' ? random.pick([0, 2]) : null },
    count: kind === 'wait' ? 0 : random.int(1, 6),
    ...(kind === 'replay' ? { when } : {}),
    ...(kind === 'retry' ? { lose: random.pick(['reply', 'request'] as const) } : {}),
  };
}
