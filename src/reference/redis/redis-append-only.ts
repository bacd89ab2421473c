// Right, and it outlives a kill of its server. INCR as in redis-incr, and the server writes each command to a log before it
// says yes, and forces that to the disk (Redis docs, "Redis persistence", "Append-only file": `appendfsync always`). One
// that was killed (`POST /crash`) replays the log. With `everysec`, the default of that log, a kill takes nothing either,
// for the system has what was written, and a power failure the last second. It says nothing of a machine that does not
// come back: see redis-failover.
import type { Design } from '../design.ts';
import { IOREDIS, OWN_REDIS } from './needs.ts';
import { incrCounter } from './redis-incr.ts';
import { serveRedisCounter } from './serve-redis.ts';

const SETTINGS = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** INCR, in a log before it is acknowledged. */
export const redisAppendOnly: Design = {
  id: 'redis-append-only',
  title: 'Redis: INCR, in an append-only file before it is acknowledged; POST /crash kills the server',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: OWN_REDIS,
  start: ({ port = 0 }) => serveRedisCounter('redis-append-only', { port }, incrCounter, SETTINGS),
};
