// Wrong for who must not see an old number. A write goes to the store and then drops the cached copy; a read takes the
// copy, or fills it from the store. Store and cache are two systems, and no step spans both (Microsoft Azure Architecture
// Center, "Cache-Aside pattern": it does not guarantee consistency). Here every second drop is lost on its way, so the old
// copy stays until its time is over. No write is lost: after that the number is right.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { lossyLink, memoryStore } from './store.ts';
import { ttlCache } from './ttl-cache.ts';

function cacheAsideCounter(ttlMs: number, nowMs: () => number): Counter {
  const store = memoryStore();
  const cache = ttlCache(ttlMs, nowMs);
  const arrives = lossyLink(2);
  return {
    async set(key, value) {
      store.set(key, value);
      cache.drop(key);
    },
    async increment(key) {
      const n = store.add(key);
      if (arrives(key)) cache.drop(key);
      return n;
    },
    async read(key) {
      const cached = cache.get(key);
      if (cached !== null) return cached;
      cache.set(key, store.get(key));
      return store.get(key);
    },
    views: { stored: async (key) => store.get(key) },
  };
}

/** Every second invalidation is missed. */
export const cacheAside: Design = {
  id: 'cache-aside',
  title: 'a store with a cache beside it; every second invalidation is missed',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP108',
  needs: [],
  start: ({ port = 0, ttlMs = 1000, nowMs = () => performance.now() }) =>
    serve('cache-aside', counterContract(cacheAsideCounter(ttlMs, nowMs)), port),
};
