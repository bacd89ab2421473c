// Wrong, and not only under overlap. A model of Workers KV: one central store, and two locations that each cache what
// they read for a set time. A location sees its own writes at once and another's when its cached copy ends (Cloudflare
// docs, Workers KV, "How KV works": writes show elsewhere when the cached version times out, 60 s by default; a key
// that is not there is cached as well). Requests come from the two locations in turn, so a counter that reads before it
// writes starts from a number that is one write old: ten writes, however far apart within that time, count as about
// six. `ttlMs` is short (500) so that the total can be read once the caches have ended.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { pause } from './pause.ts';

interface Cached {
  readonly value: number;
  readonly untilMs: number;
}

function cachedReadCounter(ttlMs: number, windowMs: number, nowMs: () => number): Counter {
  const central = new Map<string, number>();
  const caches = [new Map<string, Cached>(), new Map<string, Cached>()] as const;
  let requests = 0;
  const nearestCache = () => caches[requests++ % 2 === 0 ? 0 : 1];

  const keep = (cache: Map<string, Cached>, key: string, value: number) => {
    cache.set(key, { value, untilMs: nowMs() + ttlMs });
    return value;
  };
  const get = (cache: Map<string, Cached>, key: string) => {
    const cached = cache.get(key);
    return cached && nowMs() < cached.untilMs ? cached.value : keep(cache, key, central.get(key) ?? 0);
  };

  return {
    async set(key, value) {
      central.set(key, value);
      for (const cache of caches) cache.delete(key);
    },
    async increment(key) {
      const cache = nearestCache();
      const n = get(cache, key);
      await pause(windowMs);
      central.set(key, n + 1);
      return keep(cache, key, n + 1);
    },
    async read(key) {
      return get(nearestCache(), key);
    },
  };
}

/** Reads that are cached for a set time in two locations; a model of Workers KV. */
export const memoryCachedRead: Design = {
  id: 'memory-cached-read',
  title: 'a key-value store read through a cache in two locations: a model of Workers KV',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [],
  start: ({ port = 0, windowMs = 5, ttlMs = 500, nowMs = () => performance.now() }) =>
    serve('memory-cached-read', counterContract(cachedReadCounter(ttlMs, windowMs, nowMs)), port),
};
