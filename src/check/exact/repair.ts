import { once } from '../once.ts';
import { type Columns, INCREMENT, incrementsIn, RETURNED } from './columns.ts';
import { free, isLinearizable } from './core.ts';
import { withoutGaps } from './others.ts';
import { rowsBy, rowsOf } from './rows/ascending.ts';
import { ceilingValue, floorValue, neighboursOf } from './rows/neighbours.ts';
import { mostBy } from './rows/sent.ts';
import { Soonest } from './rows/soonest.ts';
import { repeated, wrongAlone } from './witness/alone.ts';
import { inverted } from './witness/pairs.ts';

/**
 * The fewest acknowledged plain increments without which the history is linearizable; null when striking out any
 * number of them does not help.
 */
export const fewestStruck = once((columns: Columns): number | null => {
  if (wrongAlone(columns, incrementsIn(columns)) !== null) return null;
  if (repeated(columns) !== null || inverted(columns) !== null) return null;
  const room = roomOf(columns);
  return fillsUp(room) ? missing(columns, room) : null;
});

/**
 * The fewest increments that nobody recorded with which the history is linearizable; null when any number of them
 * does not help.
 */
export function fewestAdded(columns: Columns): number | null {
  const lacking = deficit(columns);
  if (lacking === 0) return isLinearizable(columns) ? 0 : null;
  return Number.isFinite(lacking) && isLinearizable(withoutGaps(columns), true) ? lacking : null;
}

/** How far the values go beyond what was sent in time. */
export function deficit(columns: Columns): number {
  const most = mostBy(columns);
  return columns.low.reduce(
    (largest, value, row) =>
      columns.kind[row] === INCREMENT ? largest : Math.max(largest, value - (most[row] as number)),
    0,
  );
}

/** Where plain increments may lie. */
interface Room {
  /** Plain increments, the first to complete first. */
  readonly jobs: Int32Array;
  /** The same from the lowest slot on: what began later was not passed by less. */
  readonly byFrom: Int32Array;
  /** By row: the lowest and the highest slot. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** By slot: 1 for that of an increment that returned its value. */
  readonly pinned: Uint8Array;
  readonly proven: number;
}

function roomOf(columns: Columns): Room {
  const { size, kind, start, end, low, limit } = columns;
  const isPlain = (row: number): boolean => kind[row] === INCREMENT;
  const near = neighboursOf(columns);
  const jobs = rowsOf(rowsBy(end), isPlain);
  const [from, to] = [new Float64Array(size), new Float64Array(size)];
  for (const row of jobs) {
    from[row] = 1 + floorValue(columns, near, row);
    to[row] = Math.min(limit, ceilingValue(columns, near, row));
  }
  let proven = 0;
  for (let row = 0; row < size; row++) proven = Math.max(proven, low[row] as number);
  const pinned = new Uint8Array(proven + 1);
  for (let row = 0; row < size; row++) if (kind[row] === RETURNED) pinned[low[row] as number] = 1;
  return { jobs, byFrom: rowsOf(rowsBy(start), isPlain), from, to, pinned, proven };
}

/** Whether every slot up to the highest value can get an increment: each takes the one that must be placed soonest. */
function fillsUp({ byFrom, from, to, pinned, proven }: Room): boolean {
  const open = new Soonest();
  let next = 0;
  for (let slot = 1; slot <= proven; slot++) {
    for (; next < byFrom.length && (from[byFrom[next] as number] as number) <= slot; next++) {
      open.add(to[byFrom[next] as number] as number);
    }
    if (pinned[slot] === 0 && open.takeFrom(slot) === null) return false;
  }
  return true;
}

/**
 * How many certain increments no choice of slots has room for. A choice that leaves out no more can be made so that
 * the slots fill up too (Mendelsohn and Dulmage).
 */
function missing({ certain }: Columns, { jobs, from, to, pinned, proven }: Room): number {
  const next = new Int32Array(proven + jobs.length + 2).map((_, slot) => (pinned[slot] === 1 ? slot + 1 : slot));
  let out = 0;
  for (const row of jobs) {
    if (certain[row] === 0) continue;
    const slot = free(next, from[row] as number);
    if (slot > (to[row] as number)) out++;
    else next[slot] = slot + 1;
  }
  return out;
}
