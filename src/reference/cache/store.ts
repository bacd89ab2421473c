/** The durable store behind a cache, played in this process: it adds in one step. */
export interface Store {
  readonly add: (key: string) => number;
  readonly get: (key: string) => number;
  readonly set: (key: string, value: number) => void;
}

export function memoryStore(): Store {
  const numbers = new Map<string, number>();
  const get = (key: string): number => numbers.get(key) ?? 0;
  return {
    get,
    add(key) {
      const n = get(key) + 1;
      numbers.set(key, n);
      return n;
    },
    set: (key, value) => void numbers.set(key, value),
  };
}

/** Whether a message on a key gets through: each `every`th is lost. */
export function lossyLink(every: number): (key: string) => boolean {
  const sent = new Map<string, number>();
  return (key) => {
    const nth = (sent.get(key) ?? 0) + 1;
    sent.set(key, nth);
    return nth % every !== 0;
  };
}

/** Whether a refill is the first on its key after a write, counting every fourth write only. */
export function firstAfterEveryFourth() {
  const writes = new Map<string, number>();
  const due = new Set<string>();
  return {
    wrote(key: string): void {
      const nth = (writes.get(key) ?? 0) + 1;
      writes.set(key, nth);
      if (nth % 4 === 1) due.add(key);
    },
    refill: (key: string): boolean => due.delete(key),
  };
}
