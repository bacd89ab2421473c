import type { Columns } from './columns.ts';
import { isLinearizable } from './core.ts';
import { isExplainedByAge } from './known.ts';
import { placeIncrements } from './placement/placement.ts';
import { deficit, fewestAdded, fewestStruck } from './repair.ts';
import { lanesOf } from './rows/lanes.ts';
import { withinGroups } from './rows/layers.ts';

/** What would explain a history that is not linearizable, the least far-fetched that does. */
export type Cause =
  /** So many refused increments, at least, took effect all the same. */
  | { readonly kind: 'refused-applied'; readonly count: number }
  /** Reads showed older values. */
  | { readonly kind: 'stale' }
  /** So many acknowledged increments, at least, left no trace. */
  | { readonly kind: 'lost'; readonly count: number }
  /** So many more than were sent, at least, took effect. */
  | { readonly kind: 'duplicated'; readonly count: number }
  /** Each client saw its own order, and no common clock. */
  | { readonly kind: 'order' }
  | { readonly kind: 'unexplained' };

/**
 * What is given up is tried in turn, one thing at a time; null for a linearizable history. `withRefused` is the same
 * history with each refused increment as one whose fate is unknown, null where none was refused.
 */
export function causeOf(columns: Columns, withRefused: Columns | null): Cause | null {
  if (isLinearizable(columns)) return null;
  if (withRefused !== null && isLinearizable(withRefused)) return { kind: 'refused-applied', count: deficit(columns) };
  if (isExplainedByAge(columns)) return { kind: 'stale' };
  const struck = fewestStruck(columns);
  if (struck !== null) return { kind: 'lost', count: struck };
  const added = fewestAdded(columns);
  if (added !== null) return { kind: 'duplicated', count: added };
  return { kind: isSequential(columns) ? 'order' : 'unexplained' };
}

export function isSequential(columns: Columns): boolean {
  const { lane, count } = lanesOf(columns);
  return placeIncrements(columns, withinGroups(columns, lane, count)).slot !== null;
}
