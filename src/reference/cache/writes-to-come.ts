/** Waits for writes on a key. */
export function writesToCome() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    wrote(key: string): void {
      for (const heard of waiting.get(key) ?? []) heard();
    },

    /** Settles when so many more writes have come on the key, or when this time is over. */
    arrive: (key: string, count: number, mostMs: number): Promise<void> =>
      new Promise((resolve) => {
        const all = waiting.get(key) ?? new Set();
        waiting.set(key, all);
        let left = count;
        const over = () => {
          clearTimeout(timer);
          all.delete(heard);
          resolve();
        };
        const heard = () => {
          left -= 1;
          if (left === 0) over();
        };
        const timer = setTimeout(over, mostMs);
        all.add(heard);
      }),
  };
}
