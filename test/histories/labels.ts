import { named } from '../support/naive.ts';
import { isExplainable, isExplainableInAmounts, type Small, seesSets } from '../support/oracle.ts';
import type { Sketch } from './sketches.ts';

export interface Labels {
  readonly verdict: 'linearizable' | 'violation';
  /** Left out where increments are of different amounts. */
  readonly anomaly?: string | null;
  readonly levels?: Readonly<Record<string, boolean | null>>;
  readonly staleness?: { readonly exact: boolean; readonly maxDeltaMs: number; readonly maxK: number };
}

/** What brute force says: every order of the operations is tried, every set, every definition word by word. */
export function labelsOf({ variant, ops, limit }: Sketch): Labels {
  if (variant === 'delta') return { verdict: isExplainableInAmounts(ops) ? 'linearizable' : 'violation' };
  const { anomaly, exact, maxDelta, maxK } = named(ops, limit);
  const finite = (n: number): number => (Number.isFinite(n) ? n : -1);
  return {
    verdict: isExplainable(ops, { limit }) ? 'linearizable' : 'violation',
    anomaly,
    levels: levelsOf(ops, limit),
    staleness: { exact, maxDeltaMs: finite(maxDelta), maxK: finite(maxK) },
  };
}

const isOwn = (x: Small, y: Small): boolean => x.process === y.process && x.end < y.start;
const isIncrement = ({ f }: Small): boolean => f === 'I' || f === 'T';

function levelsOf(ops: readonly Small[], limit: number): Readonly<Record<string, boolean | null>> {
  const processes = [...new Set(ops.map(({ process }) => process))];
  const lanes = processes.map((one) => ops.filter(({ process }) => process === one));
  const sees = (own: boolean, grow: boolean): boolean => lanes.every((lane) => seesSets(lane, ops, own, grow));
  return {
    sequential: isExplainable(ops, { limit, before: isOwn }),
    session: sees(true, true),
    ryw: sees(true, false),
    mr: sees(false, true),
    bounds: isWithinBounds(ops),
    convergent: hasConverged(ops),
  };
}

/** `others`: there is no end to what may have been sent. */
export function isWithinBounds(ops: readonly Small[], others = false): boolean {
  const increments = ops.filter(isIncrement);
  return ops
    .filter(({ f }) => f === 'R' || f === 'T')
    .every(({ start, end, low, high }) => {
      const acknowledged = increments.filter((one) => one.certain && one.end < start).length;
      const sent = increments.filter((one) => one.start <= end).length;
      return high >= acknowledged && (others || low <= sent);
    });
}

export function hasConverged(ops: readonly Small[], others = false): boolean | null {
  const increments = ops.filter(isIncrement);
  const acknowledged = increments.filter(({ certain }) => certain);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...acknowledged.map(({ end }) => end));
  const finals = ops.filter(({ f, start }) => f === 'R' && start > last);
  if (finals.length === 0) return null;
  return finals
    .filter((read) => !finals.some((other) => other.start > read.end))
    .every(({ low, high }) => high >= acknowledged.length && (others || low <= increments.length));
}
