import { type Columns, READ } from './columns.ts';
import { type Evidence, latestFor } from './evidence.ts';
import { isExplainedByAge } from './known.ts';
import { NearBy } from './rows/sent.ts';

/** Reads that are too old, a place each. */
export interface StaleReads {
  readonly rows: Int32Array;
  /** How much earlier it must have taken its value, at least; Infinity below the start value. */
  readonly deltaNs: Float64Array;
  /** How many increments its value lacked, at least. */
  readonly k: Float64Array;
}

/**
 * How old what was read was, at least. Each read's figures do not depend on the other reads, so the largest are those
 * of the whole history.
 */
export interface Staleness {
  /** Old reads explain everything that is wrong; otherwise the figures rest on the evidence alone. */
  readonly exact: boolean;
  readonly maxDeltaNs: number;
  readonly maxK: number;
  readonly reads: number;
  readonly stale: StaleReads;
}

export function stalenessOf(columns: Columns, { slots, tooLow }: Evidence): Staleness {
  const { kind, start, high } = columns;
  const rows = Int32Array.from(tooLow.filter((row) => kind[row] === READ));
  const [deltaNs, k] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  const passed = new NearBy(slots.latest.subarray(1, slots.count + 1));
  for (let i = 0; i < rows.length; i++) {
    const [begun, value] = [start[rows[i] as number] as number, high[rows[i] as number] as number];
    deltaNs[i] = begun - latestFor(slots, value);
    k[i] = passed.below(begun) - value;
  }
  const most = { maxDeltaNs: mostOf(deltaNs), maxK: mostOf(k) };
  return { exact: isExplainedByAge(columns), ...most, reads: readsIn(columns), stale: { rows, deltaNs, k } };
}

/** The largest of what is not below 0; 0 of nothing. */
export function mostOf(ages: Float64Array): number {
  let most = 0;
  for (let i = 0; i < ages.length; i++) most = Math.max(most, ages[i] as number);
  return most;
}

export const NO_STALE_READS: StaleReads = {
  rows: new Int32Array(0),
  deltaNs: new Float64Array(0),
  k: new Float64Array(0),
};

/** Of what is linearizable: no read is old. */
export const allFresh = (columns: Columns): Staleness => ({
  ...{ exact: true, maxDeltaNs: 0, maxK: 0, stale: NO_STALE_READS },
  reads: readsIn(columns),
});

function readsIn({ kind }: Columns): number {
  let count = 0;
  for (let row = 0; row < kind.length; row++) if (kind[row] === READ) count++;
  return count;
}

/** How old a read was. */
export interface Age {
  readonly deltaNs: number;
  readonly k: number;
}

/** Of all reads of some histories, the least age that a share of them does not exceed; a share is in (0, 1]. */
export function ageQuantiles(found: readonly Staleness[]): (share: number) => Age {
  const reads = found.reduce((sum, one) => sum + one.reads, 0);
  const deltaNs = sortedOf(found.map(({ stale }) => stale.deltaNs));
  const k = sortedOf(found.map(({ stale }) => stale.k));
  return (share) => {
    const at = Math.ceil(share * reads) - (reads - k.length) - 1;
    return at < 0 ? { deltaNs: 0, k: 0 } : { deltaNs: deltaNs[at] as number, k: k[at] as number };
  };
}

function sortedOf(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const list of lists) {
    all.set(list, filled);
    filled += list.length;
  }
  return all.sort();
}
