// Right. The two holes of cache-aside are closed. A drop that is lost is sent again until the cache has taken it, and only
// then does the store change and the write get its answer. And a refill brings the lease it got when it found no copy: a
// drop takes all leases back, so what was read before a write is not put in after it (Nishtala et al., "Scaling Memcache
// at Facebook", 2013, section 3.2.1, "leases"). The price: a write waits for the cache, and stands still while it is away.
// The last drop and the change of the store are one step in this process; with a store elsewhere, drop again after it.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { pause } from '../memory/pause.ts';
import { firstAfterEveryFourth, lossyLink, memoryStore } from './store.ts';
import { ttlCache } from './ttl-cache.ts';

interface Times {
  readonly ttlMs: number;
  readonly slowMs: number;
  readonly nowMs: () => number;
}

function leaseCounter({ ttlMs, slowMs, nowMs }: Times): Counter {
  const store = memoryStore();
  const cache = ttlCache(ttlMs, nowMs);
  const leases = new Map<string, symbol>();
  const arrives = lossyLink(3);
  const isSlow = firstAfterEveryFourth();

  const refill = async (key: string) => {
    const lease = Symbol(key);
    leases.set(key, lease);
    const value = store.get(key);
    await pause(isSlow.refill(key) ? slowMs : 0);
    if (leases.get(key) === lease) cache.set(key, value);
    return value;
  };
  const change = async <T>(key: string, inStore: () => T): Promise<T> => {
    while (!arrives(key)) await pause(1);
    cache.drop(key);
    leases.delete(key);
    isSlow.wrote(key);
    return inStore();
  };

  return {
    set: (key, value) => change(key, () => store.set(key, value)),
    increment: (key) => change(key, () => store.add(key)),
    read: async (key) => cache.get(key) ?? refill(key),
    views: { stored: async (key) => store.get(key) },
  };
}

/** Invalidations that are sent until they arrive, refills that must bring their lease. */
export const cacheAsideLease: Design = {
  id: 'cache-aside-lease',
  title: 'a store with a cache beside it; invalidations are sent until they arrive, and a refill needs a lease',
  kind: 'model',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0, ttlMs = 1000, lagMs = 150, nowMs = () => performance.now() }) =>
    serve('cache-aside-lease', counterContract(leaseCounter({ ttlMs, slowMs: lagMs, nowMs })), port),
};
