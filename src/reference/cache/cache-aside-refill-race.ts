// Wrong for who must not see an old number, though no invalidation is missed. A read that finds no copy asks the store and
// puts what it got into the cache a little later. A write in between changes the store and drops a copy that is not there
// yet; then the old number is put in, and stays until its time is over (Nishtala et al., "Scaling Memcache at Facebook",
// 2013, section 3.2.1, "stale sets"). The first refill after every fourth write is a slow one here, as on a reader that was
// held up: it is held until two more writes have dropped the copy, as two writers send them together, or for a second. So how
// quick the machine is does not matter.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { pause } from '../memory/pause.ts';
import { firstAfterEveryFourth, memoryStore } from './store.ts';
import { ttlCache } from './ttl-cache.ts';
import { writesToCome } from './writes-to-come.ts';

interface Times {
  readonly ttlMs: number;
  /** How long a slow refill waits for writes, in milliseconds. */
  readonly slowMs: number;
  readonly nowMs: () => number;
}

function refillRaceCounter({ ttlMs, slowMs, nowMs }: Times): Counter {
  const store = memoryStore();
  const cache = ttlCache(ttlMs, nowMs);
  const isSlow = firstAfterEveryFourth();
  const writes = writesToCome();

  const refill = async (key: string) => {
    const value = store.get(key);
    await (isSlow.refill(key) ? writes.arrive(key, 2, slowMs) : pause(0));
    cache.set(key, value);
    return value;
  };

  return {
    async set(key, value) {
      store.set(key, value);
      cache.drop(key);
      writes.wrote(key);
    },
    async increment(key) {
      const n = store.add(key);
      cache.drop(key);
      isSlow.wrote(key);
      writes.wrote(key);
      return n;
    },
    read: async (key) => cache.get(key) ?? refill(key),
    views: { stored: async (key) => store.get(key) },
  };
}

/** A refill that began before a write puts the old value back after it. */
export const cacheAsideRefillRace: Design = {
  id: 'cache-aside-refill-race',
  title: 'a store with a cache beside it; a slow refill puts back what a write has just replaced',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP108',
  needs: [],
  start: ({ port = 0, ttlMs = 1000, lagMs = 1000, nowMs = () => performance.now() }) =>
    serve('cache-aside-refill-race', counterContract(refillRaceCounter({ ttlMs, slowMs: lagMs, nowMs })), port),
};
