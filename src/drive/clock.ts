/** One monotonic clock for a run: whole nanoseconds since it was made. */
export interface Clock {
  readonly now: () => number;
  /** The time of the day at its 0, as far as the machine knows: nanoseconds since 1970, in digits. */
  readonly originNs: string;
}

export function monotonicClock(): Clock {
  const startMs = performance.now();
  const originNs = String(BigInt(Date.now()) * 1_000_000n);
  return { originNs, now: () => Math.round((performance.now() - startMs) * 1e6) };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A time as timers take it: in whole milliseconds, and no longer than they can wait (a longer one would fire at once). */
export const timerMs = (ms: number): number => Math.min(Math.ceil(Math.max(0, ms)), LONGEST_TIMER_MS);

/** Waits, or ends early when the signal is given; 0 does not wait at all. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, timerMs(ms));
    signal.addEventListener('abort', end);
  });
}
