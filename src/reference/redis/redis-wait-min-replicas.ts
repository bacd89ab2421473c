// Right, between one primary and one replica that is promoted when the primary is gone. Redis refuses the write before
// it is made while no replica is connected (`min-replicas-to-write`; Redis docs, "Redis replication", "Allow writes only
// with N attached replicas"), so the 503 has not counted. And a write is acknowledged only when WAIT says that the
// replica has it, so it outlives a failover to that replica. A link that breaks between the two steps is answered 504:
// that one may have counted, as the status says. It does not help where an older replica is promoted, or two primaries
// are left at once; nor where a primary that saves nothing is started again as the primary (`POST /crash`): its replica
// copies the emptiness (Redis docs, "Safety of replication when master has persistence turned off").
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { IOREDIS, OWN_REDIS } from './needs.ts';
import type { ReplicatedRedis } from './replicated.ts';
import { serveReplicated } from './serve-replicated.ts';

const REPLICAS = 1;
const WITHIN_MS = 1000;

async function refused(error: unknown): Promise<never> {
  const said = error instanceof Error ? error.message : String(error);
  throw said.startsWith('NOREPLICAS') ? new Refusal(503, 'no replica is connected; not counted') : error;
}

const guarded = ({ primary, cut, heal, failover }: ReplicatedRedis): Counter => ({
  set: async (key, value) => void (await primary().set(key, value).catch(refused)),
  async increment(key) {
    const n = await primary().incr(key).catch(refused);
    const reached = await primary().wait(REPLICAS, WITHIN_MS);
    if (reached < REPLICAS) throw new Refusal(504, 'it may have counted: the replica was lost meanwhile');
    return n;
  },
  read: async (key) => Number((await primary().get(key)) ?? 0),
  acts: { cut, heal, failover },
});

/** No write without a replica, no acknowledgement before it has it. */
export const redisWaitMinReplicas: Design = {
  id: 'redis-wait-min-replicas',
  title: 'Redis with a replica: min-replicas-to-write refuses without it, INCR and WAIT acknowledge when it has it',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [IOREDIS],
  server: OWN_REDIS,
  start: (options) => serveReplicated('redis-wait-min-replicas', options, guarded, ['--min-replicas-to-write', '1']),
};
