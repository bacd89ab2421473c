import { type Columns, fromStart } from './columns.ts';
import { isLinearizable } from './core.ts';
import { clockLayers, type Layer, realTime } from './layers.ts';
import { orderBySlots } from './linearization.ts';
import { neighboursOf } from './neighbours.ts';
import { withoutGaps } from './others.ts';
import { placeIncrements } from './placement.ts';
import { smallestWitness } from './smallest.ts';
import { lowestStart, startBelow, withoutStart } from './start.ts';
import type { Witness } from './witness.ts';

/** What is known beside the operations. */
export interface Circumstances {
  /** Whether the values are counted from the true start value, or only their distances mean something. */
  readonly startKnown: boolean;
  /** Whether increments may have come in that nobody recorded. */
  readonly others: boolean;
  /** How far recorded times may be off; null: they are all of one clock. */
  readonly clock: Clock | null;
}

export interface Clock {
  /** By row: the machine whose clock stamped it, numbered from 0. */
  readonly machine: Int32Array;
  readonly errorNs: (machine: number) => number;
}

export const ALL_RECORDED: Circumstances = { startKnown: true, others: false, clock: null };

export type Judgement =
  /** `order`: rows in an order that explains every value from `start` on; uncertain ones that are left out took no effect. */
  | { readonly verdict: 'linearizable'; readonly start: number; readonly order: Int32Array }
  /** Of smallest size where the start is known and there is one clock. */
  | { readonly verdict: 'violation'; readonly witness: Witness }
  /** A value is further away than numbers count, which others may have caused. */
  | { readonly verdict: 'unknown' };

/** Whether the history is linearizable; null: not known. The quickest way to ask: no proof is made. */
export function decide(columns: Columns, circumstances: Circumstances = ALL_RECORDED): boolean | null {
  if (circumstances.others && hasImmense(columns, circumstances.startKnown)) return null;
  const layers = layersOf(columns, circumstances);
  const { asked } = normal(columns, layers, circumstances);
  if (circumstances.clock === null) return isLinearizable(asked, circumstances.others);
  return placeIncrements(asked, layers, circumstances.others).slot !== null;
}

/** The verdict with its proof: an order of all operations, or a few that contradict each other. */
export function judge(columns: Columns, circumstances: Circumstances = ALL_RECORDED): Judgement {
  const { startKnown, others, clock } = circumstances;
  if (others && hasImmense(columns, startKnown)) return { verdict: 'unknown' };
  const layers = layersOf(columns, circumstances);
  const { asked, start } = normal(columns, layers, circumstances);
  const smallest = startKnown && clock === null ? smallestOf(asked, others) : null;
  if (smallest !== null) return { verdict: 'violation', witness: smallest };
  const placed = placeIncrements(asked, layers, others, clock === null ? neighboursOf(asked) : null);
  if (placed.slot !== null) return { verdict: 'linearizable', start, order: orderBySlots(asked, layers, placed.slot) };
  const witness = placed.witness();
  return { verdict: 'violation', witness: startKnown ? witness : withoutStart(asked, layers, witness) };
}

const smallestOf = (columns: Columns, others: boolean): Witness | null =>
  isLinearizable(columns, others) ? null : smallestWitness(columns, others);

const layersOf = (columns: Columns, { clock }: Circumstances): readonly Layer[] =>
  clock === null ? realTime(columns) : clockLayers(columns, clock.machine, clock.errorNs);

/** The same question with a known start, and with values no greater than the number of rows. */
function normal(columns: Columns, layers: readonly Layer[], { startKnown, others }: Circumstances) {
  const lowest = others ? startBelow : lowestStart;
  const start = startKnown ? 0 : lowest(columns, layers);
  const anchored = startKnown ? columns : fromStart(columns, start);
  return { start, asked: others ? withoutGaps(anchored, layers) : anchored };
}

const hasImmense = ({ low }: Columns, startKnown: boolean): boolean =>
  low.includes(Number.POSITIVE_INFINITY) || (!startKnown && low.includes(Number.NEGATIVE_INFINITY));
