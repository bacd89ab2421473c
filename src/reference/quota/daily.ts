import { dayOf } from './day.js';

/** Numbers by key that start anew each day: one entry a key, so that there is nothing to clean up. */
export function dailyNumbers(nowMs: () => number) {
  const entries = new Map<string, { readonly day: number; readonly n: number }>();
  return {
    get(key: string): number {
      const entry = entries.get(key);
      return entry?.day === dayOf(nowMs()) ? entry.n : 0;
    },
    set(key: string, n: number): void {
      entries.set(key, { day: dayOf(nowMs()), n });
    },
  };
}
