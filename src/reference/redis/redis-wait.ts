// Wrong for who takes its 503 for "not counted". INCR, then WAIT for one replica, and 503 when fewer have it in time. But
// WAIT comes after the write and does not undo it (Redis docs, "WAIT": the command does not make Redis a strongly
// consistent store, and returns the number reached whether or not that is the number asked for). With the link cut
// (`POST /cut`, and `POST /heal` to mend it) every 503 has counted on the primary. What was answered 200 is on the
// replica too, and that much outlives a failover to it.
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { IOREDIS, OWN_REDIS } from './needs.ts';
import type { ReplicatedRedis } from './replicated.ts';
import { serveReplicated } from './serve-replicated.ts';

const REPLICAS = 1;
/** A replica that is there has it at once; on a machine that is busy that takes its time. */
const WITHIN_MS = 300;

const waiting = ({ primary, cut, heal, failover }: ReplicatedRedis): Counter => ({
  set: async (key, value) => void (await primary().set(key, value)),
  async increment(key) {
    const n = await primary().incr(key);
    const reached = await primary().wait(REPLICAS, WITHIN_MS);
    if (reached < REPLICAS) throw new Refusal(503, `${reached} of ${REPLICAS} replicas have it`);
    return n;
  },
  read: async (key) => Number((await primary().get(key)) ?? 0),
  acts: { cut, heal, failover },
});

/** INCR, WAIT, and a 503 that has counted. */
export const redisWait: Design = {
  id: 'redis-wait',
  title: 'Redis with a replica: INCR, then WAIT for it, 503 when it was not reached; POST /cut cuts it off',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP103',
  needs: [IOREDIS],
  server: OWN_REDIS,
  start: (options) => serveReplicated('redis-wait', options, waiting),
};
