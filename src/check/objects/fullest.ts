import type { Operation } from '../../history/operation.ts';
import type { Times } from './times.ts';

/** A span of time that admitted more than it may have. */
export interface Crowd {
  readonly from: Operation;
  readonly to: Operation;
  readonly admitted: readonly Operation[];
  readonly most: bigint;
}

export interface Windows {
  readonly limit: bigint;
  readonly windowNs: number;
  /** The longest span that can touch no more than n whole windows, and one that is cut in two, in nanoseconds. */
  readonly spanOf: (windows: number) => number;
}

/** Spans of more windows are left out where all of them would take too long; what is left is as sure. */
const BUDGET = 10_000_000;
const LEAST_WINDOWS = 8;

/** The span that exceeds its windows by most; null: none does. n log n for each number of windows. */
export function fullest(admitted: readonly Operation[], times: Times, windows: Windows): Crowd | null {
  if (admitted.length === 0) return null;
  const starts = [...admitted].sort((a, b) => times.earliest(a) - times.earliest(b));
  const ends = [...admitted].map(times.latest).sort((a, b) => a - b);
  const whole = (ends.at(-1) as number) - times.earliest(starts[0] as Operation);
  const most = Math.min(
    Math.ceil(whole / windows.windowNs) + 1,
    Math.max(LEAST_WINDOWS, Math.floor(BUDGET / admitted.length)),
  );
  let best: { readonly from: Operation; readonly n: number; readonly extra: bigint } | null = null;
  for (let n = 1; n <= most; n += 1) {
    const room = windows.limit * BigInt(n + 1);
    if (room >= BigInt(admitted.length)) break;
    const found = densest(starts, ends, times, windows.spanOf(n));
    const extra = BigInt(found.count) - room;
    if (extra > (best?.extra ?? 0n)) best = { from: found.from, n, extra };
  }
  if (best === null) return null;
  const begin = times.earliest(best.from);
  const end = begin + windows.spanOf(best.n);
  const inside = admitted.filter((one) => times.earliest(one) >= begin && times.latest(one) <= end);
  const to = inside.reduce((last, one) => (times.latest(one) > times.latest(last) ? one : last), best.from);
  return { from: best.from, to, admitted: inside, most: windows.limit * BigInt(best.n + 1) };
}

/** Where a span of that length holds most operations from their beginning to their end. Takes the later beginnings first, and counts ends in a tree of sums. */
function densest(starts: readonly Operation[], ends: readonly number[], times: Times, span: number) {
  const sums = new Int32Array(ends.length + 1);
  const rank = (time: number): number => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] as number) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let best = { from: starts[0] as Operation, count: 0 };
  for (let i = starts.length - 1; i >= 0; i -= 1) {
    const from = starts[i] as Operation;
    for (let at = rank(times.latest(from)); at <= ends.length; at += at & -at) sums[at] = (sums[at] as number) + 1;
    let count = 0;
    for (let at = rank(times.earliest(from) + span); at > 0; at -= at & -at) count += sums[at] as number;
    if (count >= best.count) best = { from, count };
  }
  return best;
}
