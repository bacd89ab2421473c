import type { Cell, ComparedRow, WriteLatency } from '../verdict/comparison.ts';
import { type Measured, notTested, told } from './measured.ts';
import { atMostAt, quantile } from './quantile.ts';

/** How long an acknowledged write takes, from its first byte to the end of its answer. */
export function latencyCell({ history, result }: Measured): Cell<WriteLatency> {
  const stop = history.marks.find((mark) => 'stopped' in mark);
  if (stop !== undefined && 'stopped' in stop && stop.why === 'interrupted') return notTested('interrupted');
  const times = history.operations
    .flatMap(({ counts, invoke, complete }) =>
      counts === 'acknowledged' && complete !== null ? [(complete - invoke) / 1e6] : [],
    )
    .sort((a, b) => a - b);
  if (times.length === 0) return notTested(result.findings[0]?.message ?? 'no write was acknowledged');
  const [p50AtMostMs, p99AtMostMs] = [atMostAt(times, 0.5), atMostAt(times, 0.99)];
  const found = {
    writes: times.length,
    ...{ p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), p50AtMostMs, p99AtMostMs, ratio: null },
  };
  const upper =
    p99AtMostMs === null ? 'too few to bound p99' : `p50 at most ${ms(p50AtMostMs)}, p99 at most ${ms(p99AtMostMs)}`;
  return told(found, `${times.length} writes: ${upper} at 95 %`);
}

const ms = (value: number | null): string =>
  value === null ? '?' : `${value < 10 ? value.toPrecision(2) : Math.round(value)} ms`;

/** The rows with how much slower than the fastest each is. */
export function withRatios(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  const fastest = Math.min(
    ...rows.flatMap(({ answers }) => (answers?.latency.tested === true ? [answers.latency.p50Ms] : [])),
  );
  return rows.map((row) => {
    const { answers } = row;
    if (answers === null || !answers.latency.tested) return row;
    const { latency } = answers;
    const ratio = fastest > 0 ? latency.p50Ms / fastest : null;
    return { ...row, answers: { ...answers, latency: { ...latency, ratio } } };
  });
}
