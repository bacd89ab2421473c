import { type Columns, READ } from './columns.ts';
import { isLinearizable } from './core.ts';
import { type Evidence, latestFor } from './evidence.ts';
import { countBelow } from './sent.ts';

export interface StaleRead {
  readonly row: number;
  /** How much earlier it must have taken its value, at least; Infinity below the start value. */
  readonly deltaNs: number;
  /** How many increments its value lacked, at least. */
  readonly k: number;
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
  readonly stale: readonly StaleRead[];
}

export function stalenessOf(columns: Columns, { slots, tooLow }: Evidence): Staleness {
  const latest = slots.latest.subarray(1, slots.count + 1);
  const stale = tooLow
    .filter((row) => columns.kind[row] === READ)
    .map((row): StaleRead => {
      const [start, high] = [columns.start[row] as number, columns.high[row] as number];
      return { row, deltaNs: start - latestFor(slots, high), k: countBelow(latest, start) - high };
    });
  return {
    exact: isLinearizable(aged(columns)),
    maxDeltaNs: stale.reduce((most, { deltaNs }) => Math.max(most, deltaNs), 0),
    maxK: stale.reduce((most, { k }) => Math.max(most, k), 0),
    reads: columns.kind.reduce((count, kind) => count + (kind === READ ? 1 : 0), 0),
    stale,
  };
}

/** The same history with every read as early as it may please. */
export const aged = (columns: Columns): Columns => ({
  ...columns,
  start: columns.start.map((start, row) => (columns.kind[row] === READ ? Number.NEGATIVE_INFINITY : start)),
});

/** Of all reads, the least age that a share of them does not exceed; the share is in (0, 1]. */
export function ageQuantile(
  { reads, stale }: Staleness,
  share: number,
): { readonly deltaNs: number; readonly k: number } {
  const fresh = reads - stale.length;
  const at = Math.ceil(share * reads) - fresh - 1;
  const pick = (values: readonly number[]): number => (at < 0 ? 0 : (Float64Array.from(values).sort()[at] as number));
  return { deltaNs: pick(stale.map(({ deltaNs }) => deltaNs)), k: pick(stale.map(({ k }) => k)) };
}
