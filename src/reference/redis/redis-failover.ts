// Wrong when its primary dies. INCR is acknowledged as soon as the primary has it, and the replica is told afterwards
// (Redis docs, "Redis replication" and "Redis Sentinel": acknowledged writes can be lost in a failover). `POST /cut` cuts
// the link to the replica and nobody notices; `POST /failover` kills the primary by SIGKILL and promotes the replica:
// what was acknowledged in between is gone. No overlap is needed, and every answer was 200.
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, OWN_REDIS } from './needs.ts';
import type { ReplicatedRedis } from './replicated.ts';
import { serveReplicated } from './serve-replicated.ts';

const failingOver = ({ primary, cut, failover }: ReplicatedRedis): Counter => ({
  set: async (key, value) => void (await primary().set(key, value)),
  increment: (key) => primary().incr(key),
  read: async (key) => Number((await primary().get(key)) ?? 0),
  acts: { cut, failover },
});

/** INCR on a primary that may die before its replica knows. */
export const redisFailover: Design = {
  id: 'redis-failover',
  title: 'Redis with a replica: INCR on the primary; POST /cut and POST /failover lose what the replica was not sent',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP115',
  needs: [IOREDIS],
  server: OWN_REDIS,
  start: (options) => serveReplicated('redis-failover', options, failingOver),
};
