// Wrong when a process dies between its two steps. INCR counts, and EXPIRE gives a key that is new its end; these are two
// commands, each atomic, and a process that dies in between has made a key that never ends (Redis docs, "INCR", pattern
// "Rate limiter 2": the client may crash before EXPIRE, and the key is leaked; the mend is a script). The number itself
// is right, in any overlap. `POST /crash-between` has the next increment of a new key end after its first step.
import type { Redis } from 'ioredis';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedisCounter } from './serve-redis.ts';

const DAY_MS = 86_400_000;

function twoStepCounter(redis: Redis): Counter {
  let crashing = false;
  return {
    set: async (key, value) => void (await redis.set(key, value, 'PX', DAY_MS)),
    async increment(key) {
      const n = await redis.incr(key);
      if (n === 1 && crashing) {
        crashing = false;
        throw new Error('the process died here'); // its client is told nothing good, and EXPIRE is never sent
      }
      if (n === 1) await redis.pexpire(key, DAY_MS);
      return n;
    },
    read: async (key) => Number((await redis.get(key)) ?? 0),
    // 1 when the key has no end: it is there, and will be for ever.
    views: { endless: async (key) => ((await redis.pttl(key)) === -1 ? 1 : 0) },
    acts: {
      async 'crash-between'() {
        crashing = true;
        return { steps: 2 };
      },
    },
  };
}

/** INCR, then PEXPIRE. */
export const redisIncrThenExpire: Design = {
  id: 'redis-incr-then-expire',
  title: 'Redis: a number of the day, INCR and then PEXPIRE; POST /crash-between dies between the two',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP117',
  needs: [IOREDIS],
  server: ONE_REDIS,
  start: (options) => serveRedisCounter('redis-incr-then-expire', options, twoStepCounter),
};
