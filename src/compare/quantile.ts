const LEVEL = 0.95;

/** Nearest-rank quantile of sorted values. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/**
 * The least of the sorted values that is no smaller than the true quantile with 95 %: whatever the distribution, so many
 * of n independent values lie below the quantile as a binomial says. null: not even the largest is.
 */
export function atMostAt(sorted: readonly number[], share: number): number | null {
  const n = sorted.length;
  let logTerm = n * Math.log(1 - share);
  let below = 0;
  for (let k = 0; k < n; k++) {
    below += Math.exp(logTerm);
    // P(at most k values below the quantile) is the chance that the value of rank k + 1 is no smaller than it.
    if (below >= LEVEL) return sorted[k] ?? null;
    logTerm += Math.log((n - k) / (k + 1)) + Math.log(share / (1 - share));
  }
  return null;
}

/** The middle of values in any order; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2)];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
}

/** What something lies between; null: not known. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/** Two of the values between which the true median lies with that chance, whatever the distribution; null: they are too few. */
export function medianBounds(values: readonly number[], level = LEVEL): Bounds {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  let [chance, below, rank] = [0.5 ** n, 0, 0];
  // P(the true median is below the value of rank k) is the chance that fewer than k of n fall below it.
  for (let k = 1; k <= n / 2; k++) {
    below += chance;
    if (1 - 2 * below < level) break;
    rank = k;
    chance *= (n - k + 1) / k;
  }
  return rank === 0 ? { low: null, high: null } : { low: sorted[rank - 1] ?? null, high: sorted[n - rank] ?? null };
}
