// Wrong. SELECT, add one here, write the sum back, in one transaction: and the transaction does not help. At READ COMMITTED,
// the default, a SELECT takes no lock, and an UPDATE that waited for another's goes ahead with the number it was given
// (PostgreSQL docs, "Transaction Isolation", "Read Committed Isolation Level"). Two that have read the same number write
// the same sum, both commit, and one is gone.
import type { Pool } from 'pg';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { setAndRead } from './counters.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { servePostgresCounter } from './serve-postgres.ts';
import { transaction } from './transaction.ts';

const SELECT = 'SELECT n FROM counters WHERE key = $1';
const WRITE = 'INSERT INTO counters (key, n) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET n = $2';

const readWriteCounter = (pool: Pool): Counter => ({
  ...setAndRead(pool),
  increment: (key) =>
    transaction(pool, 'READ COMMITTED', async (client) => {
      const { rows } = await client.query(SELECT, [key]);
      const n = Number(rows[0]?.n ?? 0) + 1;
      await client.query(WRITE, [key, n]);
      return n;
    }),
});

/** SELECT, add one, UPDATE, at READ COMMITTED. */
export const postgresReadWrite: Design = {
  id: 'postgres-read-write',
  title: 'PostgreSQL: SELECT, add one, UPDATE, in a transaction at READ COMMITTED',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [PG],
  server: ONE_POSTGRES,
  start: (options) => servePostgresCounter('postgres-read-write', options, readWriteCounter),
};
