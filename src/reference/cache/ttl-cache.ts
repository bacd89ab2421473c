/** Values that are dropped after a time. */
export function ttlCache(ttlMs: number, nowMs: () => number) {
  const entries = new Map<string, { readonly value: number; readonly untilMs: number }>();
  return {
    get(key: string): number | null {
      const entry = entries.get(key);
      return entry && nowMs() < entry.untilMs ? entry.value : null;
    },
    set: (key: string, value: number): void => void entries.set(key, { value, untilMs: nowMs() + ttlMs }),
    drop: (key: string): void => void entries.delete(key),
  };
}
