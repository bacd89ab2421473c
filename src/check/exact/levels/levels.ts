import type { Columns } from '../columns.ts';
import { isLinearizable } from '../core.ts';
import { isKnownLinearizable } from '../known.ts';
import { withoutGaps } from '../others.ts';
import { placeIncrements } from '../placement/placement.ts';
import { type Lanes, lanesOf } from '../rows/lanes.ts';
import { withinGroups } from '../rows/layers.ts';
import { neighboursInLanes } from '../rows/neighbours.ts';
import { hasConverged, isWithinBounds } from './bounds.ts';
import { keepsSessions, mostInView } from './session.ts';

/** Which promises a history keeps. Of the first five each that holds makes those it contains hold. */
export interface Levels {
  readonly linearizable: boolean;
  /** One order explains all values and keeps each client's own order. */
  readonly sequential: boolean;
  /** Each client sees its own increments and what it saw before. */
  readonly session: boolean;
  readonly ryw: boolean;
  readonly mr: boolean;
  /** Each value alone is possible. */
  readonly bounds: boolean;
  /** The last reads are right; null when nothing was read in the end. */
  readonly convergent: boolean | null;
}

/** Values are counted from the start value; `others`: unrecorded increments may have come in. Exact for all of them. */
export function levelsOf(columns: Columns, others = false): Levels {
  const convergent = hasConverged(columns, others);
  const isWhole = others ? isLinearizable(withoutGaps(columns), true) : isKnownLinearizable(columns);
  if (isWhole) return { ...EVERY, convergent };
  const lanes = lanesOf(columns);
  const most = mostInView(columns, lanes, others);
  const session = keepsSessions(columns, lanes, most, { own: true, grow: true });
  return {
    linearizable: false,
    sequential: session && isSequential(columns, lanes, others),
    session,
    ryw: session || keepsSessions(columns, lanes, most, { own: true, grow: false }),
    mr: session || keepsSessions(columns, lanes, most, { own: false, grow: true }),
    bounds: isWithinBounds(columns, others),
    convergent,
  };
}

/** What is linearizable keeps all that does not depend on whether it was read in the end. */
export const EVERY: Omit<Levels, 'convergent'> = {
  ...{ linearizable: true, sequential: true },
  ...{ session: true, ryw: true, mr: true, bounds: true },
};

function isSequential(columns: Columns, lanes: Lanes, others: boolean): boolean {
  const ownOrder = withinGroups(columns, lanes.lane, lanes.count);
  const asked = others ? withoutGaps(columns, ownOrder) : columns;
  return placeIncrements(asked, ownOrder, others, neighboursInLanes(asked, lanes)).slot !== null;
}
