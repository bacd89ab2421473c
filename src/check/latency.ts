import type { Operation } from '../history/operation.ts';
import type { LatencyMs } from '../verdict/report.ts';

/** From invoke to complete of the writes that were answered, in milliseconds; null when none was. Nearest-rank percentiles. */
export function latencyOf(writes: readonly Operation[]): LatencyMs | null {
  const all = new Float64Array(writes.length);
  let answered = 0;
  for (const { invoke, complete, status } of writes)
    if (complete !== null && status !== null) all[answered++] = (complete - invoke) / 1e6;
  if (answered === 0) return null;
  const times = all.subarray(0, answered).sort();
  const at = (share: number): number => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
  return { min: at(0), p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
