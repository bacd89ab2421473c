// Right. Counting and setting the expiry are one script, and Redis runs a script whole: nothing else runs meanwhile, and
// a client that dies cannot stop it half way (Redis docs, "Scripting with Lua": atomic execution). So no key is ever
// there without an expiry. The script sets it only for a key that it has made, so that the day does not begin anew
// with each view.
import type { Redis } from 'ioredis';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedisCounter } from './serve-redis.ts';

const DAY_MS = 86_400_000;

const COUNT = `
  local n = redis.call('INCR', KEYS[1])
  if redis.call('PTTL', KEYS[1]) == -1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return n`;

const luaCounter = (redis: Redis): Counter => ({
  set: async (key, value) => void (await redis.set(key, value, 'PX', DAY_MS)),
  increment: async (key) => Number(await redis.eval(COUNT, 1, key, DAY_MS)),
  read: async (key) => Number((await redis.get(key)) ?? 0),
  // 1 when the key has no end: it is there, and will be for ever.
  views: { endless: async (key) => ((await redis.pttl(key)) === -1 ? 1 : 0) },
  // There is no second step to die before.
  acts: { 'crash-between': async () => ({ steps: 1 }) },
});

/** INCR and PEXPIRE in one script. */
export const redisLua: Design = {
  id: 'redis-lua',
  title: 'Redis: a number of the day, INCR and PEXPIRE in one Lua script',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: ONE_REDIS,
  start: (options) => serveRedisCounter('redis-lua', options, luaCounter),
};
