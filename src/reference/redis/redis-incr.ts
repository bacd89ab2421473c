// Right. INCR reads, adds and writes as one command, and Redis runs one command at a time (Redis docs, "INCR"; "Redis
// programmability": commands are executed atomically by one thread). What it does not promise is that the number
// outlives the server: here, as in every design on Redis that does not say otherwise, nothing is saved, and `POST /crash`
// leaves nothing of it (see redis-append-only, redis-failover); nor that a call that is sent again counts once: see
// retry-events-redis.
import type { Redis } from 'ioredis';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedisCounter } from './serve-redis.ts';

/** INCR, on a Redis of whatever settings. */
export const incrCounter = (redis: Redis): Counter => ({
  set: async (key, value) => void (await redis.set(key, value)),
  increment: (key) => redis.incr(key),
  read: async (key) => Number((await redis.get(key)) ?? 0),
});

/** One INCR. */
export const redisIncr: Design = {
  id: 'redis-incr',
  title: 'Redis: INCR; nothing is saved',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: ONE_REDIS,
  start: (options) => serveRedisCounter('redis-incr', options, incrCounter),
};
