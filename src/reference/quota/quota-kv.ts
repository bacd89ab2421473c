// Wrong in two ways. A model of Workers KV: one central store, read through a cache in each of two locations that
// requests come from in turn. First, read, compare and write are three steps with an await between them: twelve at once
// all read 0, all pass, and all write 1. Second, a location sees another's write only when its cached copy ends
// (Cloudflare docs, Workers KV, "How KV works": 60 s by default): six one after another count as four, so the sixth is
// let through as well.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { pause } from '../memory/pause.ts';
import { quotaContract } from './contract.js';
import { dailyNumbers } from './daily.ts';
import { DOWNLOADS_A_DAY, type Quota } from './quota.ts';

interface Times {
  readonly ttlMs: number;
  readonly windowMs: number;
  readonly nowMs: () => number;
}

function kvQuota(limit: number, { ttlMs, windowMs, nowMs }: Times): Quota {
  const central = dailyNumbers(nowMs);
  const caches = [new Map<string, Cached>(), new Map<string, Cached>()] as const;
  let requests = 0;
  const nearestCache = () => caches[requests++ % 2 === 0 ? 0 : 1];

  const keep = (cache: Map<string, Cached>, visitor: string, used: number) => {
    cache.set(visitor, { used, untilMs: nowMs() + ttlMs });
    return used;
  };
  const get = (cache: Map<string, Cached>, visitor: string) => {
    const cached = cache.get(visitor);
    return cached && nowMs() < cached.untilMs ? cached.used : keep(cache, visitor, central.get(visitor));
  };

  return {
    limit,
    async admit(visitor) {
      const cache = nearestCache();
      const used = get(cache, visitor);
      await pause(windowMs);
      if (used >= limit) return { admitted: false, used };
      central.set(visitor, used + 1);
      return { admitted: true, used: keep(cache, visitor, used + 1) };
    },
    used: async (visitor) => central.get(visitor),
    async set(visitor, used) {
      central.set(visitor, used);
      for (const cache of caches) cache.delete(visitor);
    },
  };
}

interface Cached {
  readonly used: number;
  readonly untilMs: number;
}

/** Read, compare, write back, through a cache; a model of Workers KV. */
export const quotaKv: Design = {
  id: 'quota-kv',
  title: 'five downloads a day in a key-value store read through a cache: a model of Workers KV',
  kind: 'model',
  object: 'quota',
  right: false,
  finding: 'CP104',
  needs: [],
  start({ port = 0, limit = DOWNLOADS_A_DAY, ttlMs = 500, windowMs = 5, nowMs }) {
    const clock = createClock(nowMs);
    const quota = kvQuota(limit, { ttlMs, windowMs, nowMs: clock.nowMs });
    return serve('quota-kv', quotaContract(quota, clock), port);
  },
};
