// Right. SELECT … FOR UPDATE takes the lock that an UPDATE would take, and holds it until the transaction ends: whoever
// comes second waits before reading, and then reads what was committed (PostgreSQL docs, "Explicit Locking", "Row-Level
// Locks"). It locks rows that are there, and none that are not: so the row is made first. What it costs is that all
// wait in line while this process works out the next number.
import type { Pool } from 'pg';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { setAndRead } from './counters.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { servePostgresCounter } from './serve-postgres.ts';
import { transaction } from './transaction.ts';

const MAKE = 'INSERT INTO counters (key, n) VALUES ($1, 0) ON CONFLICT (key) DO NOTHING';
const SELECT = 'SELECT n FROM counters WHERE key = $1 FOR UPDATE';
const UPDATE = 'UPDATE counters SET n = $2 WHERE key = $1';

const lockingCounter = (pool: Pool): Counter => ({
  ...setAndRead(pool),
  increment: (key) =>
    transaction(pool, 'READ COMMITTED', async (client) => {
      await client.query(MAKE, [key]);
      const { rows } = await client.query(SELECT, [key]);
      const n = Number(rows[0]?.n) + 1;
      await client.query(UPDATE, [key, n]);
      return n;
    }),
});

/** SELECT FOR UPDATE, add one, UPDATE. */
export const postgresForUpdate: Design = {
  id: 'postgres-for-update',
  title: 'PostgreSQL: SELECT FOR UPDATE, add one, UPDATE',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start: (options) => servePostgresCounter('postgres-for-update', options, lockingCounter),
};
