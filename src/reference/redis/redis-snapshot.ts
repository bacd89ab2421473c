// Wrong when its server dies. INCR as in redis-incr, on a Redis that saves as it does when nobody sets anything: a copy of
// all, an hour after a change, or sooner after many (Redis docs, "Redis persistence", "RDB disadvantages": be prepared to
// lose the latest minutes of data). `POST /crash` kills it by SIGKILL, and what was acknowledged since the last copy is
// gone. A polite stop saves first, so that a restart that is planned never shows it.
import type { Design } from '../design.ts';
import { IOREDIS, OWN_REDIS } from './needs.ts';
import { incrCounter } from './redis-incr.ts';
import { serveRedisCounter } from './serve-redis.ts';

const SETTINGS = ['--save', '3600 1 300 100 60 10000'];

/** INCR, saved now and then. */
export const redisSnapshot: Design = {
  id: 'redis-snapshot',
  title: 'Redis: INCR, saved by a snapshot now and then, as is the default; POST /crash kills the server',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP115',
  needs: [IOREDIS],
  server: OWN_REDIS,
  start: ({ port = 0 }) => serveRedisCounter('redis-snapshot', { port }, incrCounter, SETTINGS),
};
