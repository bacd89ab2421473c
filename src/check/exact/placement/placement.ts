import { type Columns, incrementsIn } from '../columns.ts';
import type { Layer } from '../rows/layers.ts';
import { firstInverted, floorsIn, type Neighbours, neighboursIn } from '../rows/neighbours.ts';
import { repeated, wrongAlone } from '../witness/alone.ts';
import { type Witness, witness } from '../witness/witness.ts';
import { Filling } from './filling.ts';
import { crowded, isOverflown, overflown, starved } from './hall.ts';

export type Placement =
  /** The slot of each increment by row, 0 for every other row and for uncertain increments that are left out. */
  | { readonly slot: Int32Array }
  /** A few operations that contradict each other; to be asked for only if wanted, for it takes time. */
  | { readonly slot: null; readonly witness: () => Witness };

/**
 * Gives every increment a slot in any order made of layers, or a contradiction of a few operations. There is an
 * explanation of all values that keeps the order exactly when there are such slots. `others`: unrecorded increments
 * may fill slots. `known`: what bounds each row in that order, where somebody has found out already.
 */
export function placeIncrements(
  columns: Columns,
  layers: readonly Layer[],
  others = false,
  known: Neighbours | null = null,
): Placement {
  const most = others ? Number.POSITIVE_INFINITY : incrementsIn(columns);
  const wrong = repeated(columns) ?? wrongAlone(columns, most);
  if (wrong !== null) return contradiction(() => wrong);
  const near = known ?? neighboursIn(columns, layers);
  const inverted = firstInverted(columns, near);
  if (inverted >= 0) {
    const floors = [near.floor[inverted] as number];
    return contradiction(() => witness('inversion', { floors, ceilings: [inverted] }));
  }
  const filling = new Filling(columns, near);
  const left = filling.fill();
  if (left >= 0) return contradiction(() => crowded(filling, layers, left));
  if (!others && filling.highestEmpty() > 0) return contradiction(() => starved(filling, layers));
  if (isOverflown(filling)) return contradiction(() => overflown(filling, layers));
  return { slot: filling.slots() };
}

const contradiction = (found: () => Witness): Placement => ({ slot: null, witness: found });

export interface Starvation {
  /** Slots up to the highest value that no increment is left for, whatever the increments' ceilings are. */
  readonly empty: number;
  /** Why one of them is; null when none is. */
  readonly witness: Witness | null;
}

export function starvation(given: Columns, layers: readonly Layer[]): Starvation {
  // Values that nothing makes would ask for increments without end.
  const low = given.low.map((value) => (Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY));
  const columns = { ...given, low };
  const ceiling = new Int32Array(columns.size).fill(-1);
  const filling = new Filling(columns, { floor: floorsIn(columns, layers), ceiling });
  filling.fill();
  const empty = filling.empty();
  return { empty, witness: empty === 0 ? null : starved(filling, layers) };
}
