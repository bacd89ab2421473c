import { type Columns, fromStart } from './columns.ts';
import { isLinearizable } from './core.ts';
import { isKnownLinearizable } from './known.ts';
import { withoutGaps } from './others.ts';
import { orderBySlots } from './placement/linearization.ts';
import { placeIncrements } from './placement/placement.ts';
import { clockLayers, type Layer, realTime } from './rows/layers.ts';
import { neighboursOf } from './rows/neighbours.ts';
import { lowestStart, notFromAbove, startAbove, startBelow, withoutStart } from './start.ts';
import { smallestWitness } from './witness/smallest.ts';
import type { Witness } from './witness/witness.ts';

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

/** A judgement of which only a violation is shown. */
export type Refutation = Exclude<Judgement, { readonly order: Int32Array }> | { readonly verdict: 'linearizable' };

/** Whether the history is linearizable; null: not known. The quickest way to ask: no proof is made. */
export function decide(columns: Columns, circumstances: Circumstances = ALL_RECORDED): boolean | null {
  if (circumstances.others && hasImmense(columns, circumstances.startKnown)) return null;
  const layers = layersOf(columns, circumstances);
  const { others, clock } = circumstances;
  return questions(columns, layers, circumstances).some(({ asked }) =>
    clock === null ? isLinearizable(asked, others) : placeIncrements(asked, layers, others).slot !== null,
  );
}

/** The verdict with its proof: an order of all operations, or a few that contradict each other. */
export function judge(columns: Columns, circumstances: Circumstances = ALL_RECORDED): Judgement {
  const { startKnown, others, clock } = circumstances;
  if (others && hasImmense(columns, startKnown)) return { verdict: 'unknown' };
  if (!startKnown && !others) {
    // What is wrong whatever increments there were needs no start value.
    const open = judge(columns, { ...circumstances, others: true });
    if (open.verdict === 'violation') return open;
  }
  const layers = layersOf(columns, circumstances);
  const [first, ...more] = questions(columns, layers, circumstances);
  const smallest = startKnown && clock === null ? smallestOf(first.asked, others) : null;
  if (smallest !== null) return { verdict: 'violation', witness: smallest };
  const placed = answer(first, layers, circumstances);
  if (!('witness' in placed)) return placed;
  for (const question of more) {
    const other = answer(question, layers, circumstances);
    if (!('witness' in other)) return other;
  }
  const witness = placed.witness();
  if (startKnown) return { verdict: 'violation', witness };
  return { verdict: 'violation', witness: notFromAbove(columns, withoutStart(first.asked, layers, witness)) };
}

function answer({ start, asked }: Question, layers: readonly Layer[], { others, clock }: Circumstances) {
  const placed = placeIncrements(asked, layers, others, clock === null ? neighboursOf(asked) : null);
  if (placed.slot === null) return placed;
  return { verdict: 'linearizable' as const, start, order: orderBySlots(asked, layers, placed.slot) };
}

/** The verdict with the proof of a violation alone: quicker where an order explains everything. */
export function refute(columns: Columns, circumstances: Circumstances = ALL_RECORDED): Refutation {
  const { startKnown, others, clock } = circumstances;
  if (!startKnown || others || clock !== null) return judge(columns, circumstances);
  const witness = isKnownLinearizable(columns) ? null : smallestWitness(columns);
  return witness === null ? { verdict: 'linearizable' } : { verdict: 'violation', witness };
}

const smallestOf = (columns: Columns, others: boolean): Witness | null =>
  isLinearizable(columns, others) ? null : smallestWitness(columns, others);

const layersOf = (columns: Columns, { clock }: Circumstances): readonly Layer[] =>
  clock === null ? realTime(columns) : clockLayers(columns, clock.machine, clock.errorNs);

/** A history with a known start, and with values no greater than the number of rows. */
interface Question {
  readonly start: number;
  readonly asked: Columns;
}

/** One of them has the same answer as what is asked; from the first of them all that is wrong is told. */
export function questions(
  columns: Columns,
  layers: readonly Layer[],
  { startKnown, others }: Circumstances,
): readonly [Question, ...Question[]] {
  const from = (start: number, anchored = fromStart(columns, start)): Question => ({
    start,
    asked: others ? withoutGaps(anchored, layers) : anchored,
  });
  if (startKnown) return [from(0, columns)];
  const first = from(others ? startBelow(columns) : lowestStart(columns, layers));
  const above = startAbove(columns);
  return above === null ? [first] : [first, from(above)];
}

/** Whether some value is further away than numbers count. */
export const hasImmense = ({ low }: Columns, startKnown: boolean): boolean =>
  low.includes(Number.POSITIVE_INFINITY) || (!startKnown && low.includes(Number.NEGATIVE_INFINITY));
