// Right. The id of the event and the increment are one script, and Redis runs a script whole (Redis docs, "Scripting with
// Lua": atomic execution): an event that is sent again, after its answer was lost or while the first is on its way,
// finds its id and gets the same answer. Ids are kept for a day, which is the longest a retry may take. It holds for as
// long as the server does: what a failover loses, it loses together.
import type { Redis } from 'ioredis';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, ONE_REDIS } from './needs.ts';
import { serveRedisCounter } from './serve-redis.ts';

const KEPT_MS = 86_400_000;

const ONCE = `
  local before = redis.call('GET', KEYS[2])
  if before then return tonumber(before) end
  local n = redis.call('INCR', KEYS[1])
  redis.call('SET', KEYS[2], n, 'PX', ARGV[1])
  return n`;

const eventCounter = (redis: Redis): Counter => ({
  set: async (key, value) => void (await redis.set(`n:${key}`, value)),
  async increment(key, event) {
    if (event === null) return redis.incr(`n:${key}`);
    const id = `event:${JSON.stringify([key, event])}`;
    return Number(await redis.eval(ONCE, 2, `n:${key}`, id, KEPT_MS));
  },
  read: async (key) => Number((await redis.get(`n:${key}`)) ?? 0),
});

/** Event id and increment in one script. */
export const retryEventsRedis: Design = {
  id: 'retry-events-redis',
  title: 'Redis: the id of the event and the increment in one Lua script',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: ONE_REDIS,
  start: (options) => serveRedisCounter('retry-events-redis', options, eventCounter),
};
