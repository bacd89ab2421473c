import { hasConverged, isWithinBounds } from './bounds.ts';
import type { Columns } from './columns.ts';
import { isLinearizable } from './core.ts';
import { lanesOf } from './lanes.ts';
import { withinGroups } from './layers.ts';
import { withoutGaps } from './others.ts';
import { placeIncrements } from './placement.ts';
import { keepsSessions } from './session.ts';

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

export type Level = 'linearizable' | 'sequential' | 'session' | 'ryw' | 'mr' | 'none';

const STRENGTH = ['linearizable', 'sequential', 'session', 'ryw', 'mr'] as const;

/** Values are counted from the start value; `others`: unrecorded increments may have come in. Exact for all of them. */
export function levelsOf(columns: Columns, others = false): Levels {
  const lanes = lanesOf(columns);
  const ownOrder = withinGroups(columns, lanes.lane, lanes.count);
  const linearizable = isLinearizable(others ? withoutGaps(columns) : columns, others);
  return {
    linearizable,
    sequential:
      linearizable ||
      placeIncrements(others ? withoutGaps(columns, ownOrder) : columns, ownOrder, others).slot !== null,
    session: keepsSessions(columns, lanes, { own: true, grow: true }, others),
    ryw: keepsSessions(columns, lanes, { own: true, grow: false }, others),
    mr: keepsSessions(columns, lanes, { own: false, grow: true }, others),
    bounds: isWithinBounds(columns, others),
    convergent: hasConverged(columns, others),
  };
}

/** The first of linearizable, sequential, session, read your writes and monotonic reads that holds. */
export const strongestOf = (levels: Levels): Level => STRENGTH.find((level) => levels[level]) ?? 'none';
