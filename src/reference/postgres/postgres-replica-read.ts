// Wrong, and not only under overlap. The number is read from a streaming standby and written to the primary. By default
// replication is asynchronous (PostgreSQL docs, "Log-Shipping Standby Servers"), and this standby applies each commit
// 300 ms late (`recovery_min_apply_delay`, `lagMs`), as a busy one may: whoever reads within that time of another's
// write starts from a number that is one write old and writes over it, and does not see their own. With 0, each commit
// waits until the standby has applied it (`synchronous_commit=remote_apply`), and only overlap is left to lose by.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { setAndRead } from './counters.ts';
import { OWN_POSTGRES, PG } from './needs.ts';
import type { ReplicatedPostgres } from './replicated.ts';
import { COUNTERS, withTextKeys } from './serve-postgres.ts';

const LAG_MS = 300;

function replicaReadCounter({ primary, standby }: ReplicatedPostgres): Counter {
  const { set, read: stored } = setAndRead(primary);
  const { read } = setAndRead(standby);
  return {
    set,
    async increment(key) {
      const n = (await read(key)) + 1;
      await set(key, n);
      return n;
    },
    read,
    views: { stored },
  };
}

/** Reads the standby, writes the primary. */
export const postgresReplicaRead: Design = {
  id: 'postgres-replica-read',
  title: 'PostgreSQL with a streaming standby 300 ms behind: SELECT there, add one, UPDATE on the primary',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [PG],
  server: OWN_POSTGRES,
  async start({ port = 0, lagMs = LAG_MS }) {
    const { startReplicated } = await import('./replicated.ts');
    const postgres = await startReplicated(COUNTERS, lagMs);
    const { crash, close } = postgres;
    const counter = { ...withTextKeys(replicaReadCounter(postgres)), crash };
    return serve('postgres-replica-read', counterContract(counter), port, close);
  },
};
