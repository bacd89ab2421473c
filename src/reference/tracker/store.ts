import { pause } from '../memory/pause.ts';

/** Counters in a store that takes only so many writes, and then fails each. */
export interface BudgetedStore {
  readonly bump: (key: string) => Promise<void>;
  readonly read: (key: string) => Promise<number>;
  readonly setBudget: (writes: number) => Promise<void>;
}

/** `windowMs`: the pause between the read and the write of one bump; null: they are one step. */
export function budgetedStore(budget: number, windowMs: number | null): BudgetedStore {
  const numbers = new Map<string, number>();
  let left = budget;

  const put = (key: string, n: number) => {
    if (left === 0) throw new Error('the writes of the day are used up');
    left -= 1;
    numbers.set(key, n);
  };

  return {
    async bump(key) {
      const n = numbers.get(key) ?? 0;
      if (windowMs !== null) await pause(windowMs);
      put(key, n + 1);
    },
    read: async (key) => numbers.get(key) ?? 0,
    async setBudget(writes) {
      left = writes;
    },
  };
}

export const WRITES_A_DAY = 1000;
