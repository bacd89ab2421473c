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
