// Wrong. GET reads the number, this process adds one, SET writes the sum back. Redis runs one command after another, and
// each of these two is atomic; nothing holds them together (Redis docs, "INCR", pattern "Counter": the command is there
// so that nobody has to read, increment and write back). Requests that read between another's GET and its SET write
// the same sum, and each is told that it counted.
import type { Redis } from 'ioredis';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedisCounter } from './serve-redis.ts';

function getSetCounter(redis: Redis): Counter {
  const get = async (key: string) => Number((await redis.get(key)) ?? 0);
  return {
    set: async (key, value) => void (await redis.set(key, value)),
    async increment(key) {
      const n = await get(key);
      await redis.set(key, n + 1);
      return n + 1;
    },
    read: get,
  };
}

/** GET, add one, SET. */
export const redisGetSet: Design = {
  id: 'redis-get-set',
  title: 'Redis: GET, add one, SET',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [IOREDIS],
  server: ONE_REDIS,
  start: (options) => serveRedisCounter('redis-get-set', options, getSetCounter),
};
