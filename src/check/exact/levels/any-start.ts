import { type Columns, fromStart, INCREMENT, REFUSED } from '../columns.ts';
import { decide } from '../judge.ts';
import { placeIncrements } from '../placement/placement.ts';
import { rowsThat } from '../rows/ascending.ts';
import { type Lanes, lanesOf } from '../rows/lanes.ts';
import { withinGroups } from '../rows/layers.ts';
import { countUpTo, startsOf } from '../rows/sent.ts';
import { lowestStart, startAbove } from '../start.ts';
import { finalReads, hasConverged, isWithinBounds } from './bounds.ts';
import { EVERY, type Levels } from './levels.ts';
import { keepsSessions, mostInView } from './session.ts';

/** The levels where the start value is not known: each holds if some start value makes it hold, each by its own. Exact. */
export function levelsFromAnyStart(columns: Columns): Levels {
  const convergent = hasConverged(fromStart(columns, lowestOfFinals(columns)));
  if (decide(columns, { startKnown: false, others: false, clock: null })) return { ...EVERY, convergent };
  const lanes = lanesOf(columns);
  const most = mostInView(columns, lanes);
  const seen = fromStart(
    columns,
    lowestWith(columns, observing(columns), (row) => most[row] as number),
  );
  const session = keepsSessions(seen, lanes, most, { own: true, grow: true });
  return {
    linearizable: false,
    sequential: session && isSequential(columns, lanes),
    session,
    ryw: session || keepsSessions(seen, lanes, most, { own: true, grow: false }),
    mr: session || keepsSessions(seen, lanes, most, { own: false, grow: true }),
    bounds: areWithinBounds([columns]),
    convergent,
  };
}

/** Whether each value alone is possible from one start value, by each of these times of the same rows. */
export function areWithinBounds(views: readonly Columns[]): boolean {
  const start = views.reduce((lowest, view) => Math.max(lowest, lowestWithin(view)), Number.NEGATIVE_INFINITY);
  return views.every((view) => isWithinBounds(fromStart(view, start)));
}

/** The lowest start value from which none of these rows shows more than it can; 0 where none shows a number. */
function lowestWith({ low }: Columns, rows: readonly number[], most: (row: number) => number): number {
  const shown = rows.filter((row) => Number.isFinite(low[row]));
  if (shown.length === 0) return 0;
  return shown.reduce((lowest, row) => Math.max(lowest, (low[row] as number) - most(row)), Number.NEGATIVE_INFINITY);
}

function lowestWithin(columns: Columns): number {
  const starts = startsOf(columns);
  return lowestWith(columns, observing(columns), (row) => countUpTo(starts, columns.end[row] as number));
}

function lowestOfFinals(columns: Columns): number {
  const all = startsOf(columns).length;
  return lowestWith(columns, finalReads(columns), () => all);
}

const observing = ({ kind, size }: Columns): readonly number[] =>
  rowsThat(size, (row) => kind[row] !== INCREMENT && kind[row] !== REFUSED);

function isSequential(columns: Columns, { lane, count }: Lanes): boolean {
  const ownOrder = withinGroups(columns, lane, count);
  const [lowest, above] = [lowestStart(columns, ownOrder), startAbove(columns)];
  return [lowest, ...(above === null ? [] : [above])].some(
    (start) => placeIncrements(fromStart(columns, start), ownOrder, false).slot !== null,
  );
}
