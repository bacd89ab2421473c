// Right. INCR reads, adds and writes as one command, and Redis runs one command at a time (Redis docs, "INCR"; "Redis
// programmability": commands are executed atomically by one thread). What it does not promise is that the number
// outlives the server: see redis-failover; nor that a call that is sent again counts once: see retry-events-redis.
import type { Redis } from 'ioredis';
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedis } from './serve-redis.ts';

const incrCounter = (redis: Redis): Counter => ({
  set: async (key, value) => void (await redis.set(key, value)),
  increment: (key) => redis.incr(key),
  read: async (key) => Number((await redis.get(key)) ?? 0),
});

/** One INCR. */
export const redisIncr: Design = {
  id: 'redis-incr',
  title: 'Redis: INCR',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: ONE_REDIS,
  start: (options) => serveRedis('redis-incr', options, (redis) => counterContract(incrCounter(redis))),
};
