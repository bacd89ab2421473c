// Right. Looking at the number and adding to it are one script, and Redis runs a script whole, with nothing in between
// (Redis docs, "Scripting with Lua": atomic execution). A refused download is not counted. The day is part of the key,
// so a new day finds nothing used; the expiry, set in the same script, only tidies up.
import type { Redis } from 'ioredis';
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { quotaContract } from '../quota/contract.js';
import { dayOf } from '../quota/day.js';
import { DOWNLOADS_A_DAY, type Quota } from '../quota/quota.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedis } from './serve-redis.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

const ADMIT = `
  local used = tonumber(redis.call('GET', KEYS[1]) or '0')
  if used >= tonumber(ARGV[1]) then return {0, used} end
  redis.call('SET', KEYS[1], used + 1, 'PX', ARGV[2])
  return {1, used + 1}`;

function luaQuota(redis: Redis, limit: number, nowMs: () => number): Quota {
  const today = (visitor: string) => `${dayOf(nowMs())}:${visitor}`;
  return {
    limit,
    async admit(visitor) {
      const [admitted, used] = (await redis.eval(ADMIT, 1, today(visitor), limit, TWO_DAYS_MS)) as [number, number];
      return { admitted: admitted === 1, used };
    },
    used: async (visitor) => Number((await redis.get(today(visitor))) ?? 0),
    set: async (visitor, used) => void (await redis.set(today(visitor), used, 'PX', TWO_DAYS_MS)),
  };
}

/** Check and increment in one script. */
export const quotaRedisLua: Design = {
  id: 'quota-redis-lua',
  title: 'Redis: five downloads a day, checked and counted in one Lua script',
  kind: 'real',
  object: 'quota',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: ONE_REDIS,
  start(options) {
    const clock = createClock(options.nowMs);
    const { limit = DOWNLOADS_A_DAY } = options;
    return serveRedis('quota-redis-lua', options, ({ client }) =>
      quotaContract(luaQuota(client, limit, clock.nowMs), clock),
    );
  },
};
