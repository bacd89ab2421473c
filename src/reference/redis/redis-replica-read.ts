// Wrong, and not only under overlap. The number is read from a replica and written to the primary, to spare the primary
// the reads. Replication is asynchronous (Redis docs, "Redis replication": the primary does not wait for its replicas),
// so whoever reads within the lag of an earlier write starts from a number that is one write old and writes over it; and
// whoever has just written reads the number from before. Here the link carries everything 200 ms late (`lagMs`); with 0,
// each write waits until the replica has it, and only overlap is left to lose by.
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { IOREDIS, OWN_REDIS } from './needs.ts';
import type { ReplicatedRedis } from './replicated.ts';
import { serveReplicated } from './serve-replicated.ts';

const LAG_MS = 200;

function replicaReadCounter({ primary, replica }: ReplicatedRedis, lagMs: number): Counter {
  const read = async (key: string) => Number((await replica().get(key)) ?? 0);
  const write = async (key: string, n: number) => {
    await primary().set(key, n);
    if (lagMs === 0) await primary().wait(1, 1000);
  };
  return {
    set: write,
    async increment(key) {
      const n = (await read(key)) + 1;
      await write(key, n);
      return n;
    },
    read,
    views: { stored: async (key) => Number((await primary().get(key)) ?? 0) },
  };
}

/** Reads the replica, writes the primary. */
export const redisReplicaRead: Design = {
  id: 'redis-replica-read',
  title: 'Redis with a replica 200 ms behind: GET from the replica, add one, SET on the primary',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [IOREDIS],
  server: OWN_REDIS,
  start: (options) =>
    serveReplicated('redis-replica-read', options, (redis) => {
      const { lagMs = LAG_MS } = options;
      redis.lag(lagMs);
      return replicaReadCounter(redis, lagMs);
    }),
};
