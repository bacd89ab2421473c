import type { BudgetedStore } from './store.ts';
import type { Tracker } from './tracker.ts';

/** Answers at once and counts afterwards; what the store throws is swallowed, and the count is short by it. */
export function redirectFirst(store: BudgetedStore): Tracker {
  const countLater = (series: string, key: string, isPerson: boolean) => {
    setImmediate(async () => {
      try {
        await store.bump(`${series}:${key}`);
        if (isPerson) await store.bump(`h${series}:${key}`);
      } catch {
        // Nobody who clicked is there to be told.
      }
    });
  };
  return {
    visit: async (id, isPerson) => countLater('clicks', id, isPerson),
    see: async (path, isPerson) => countLater('views', path, isPerson),
    read: store.read,
    setBudget: store.setBudget,
  };
}
