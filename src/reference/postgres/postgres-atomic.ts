// Right. The database adds: `n = n + 1` is worked out from the row as it stands when its lock is had, so an UPDATE that
// waited for another's starts from what that one committed (PostgreSQL docs, "Transaction Isolation", "Read Committed
// Isolation Level": the second updater starts from the updated row). ON CONFLICT DO UPDATE gives the same for a
// row that is new ("INSERT": an atomic insert or update). RETURNING gives the number that this very statement made.
import type { Pool } from 'pg';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { setAndRead } from './counters.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { servePostgresCounter } from './serve-postgres.ts';

const ADD = `INSERT INTO counters (key, n) VALUES ($1, 1)
  ON CONFLICT (key) DO UPDATE SET n = counters.n + 1 RETURNING n`;

const atomicCounter = (pool: Pool): Counter => ({
  ...setAndRead(pool),
  increment: async (key) => Number((await pool.query(ADD, [key])).rows[0]?.n),
});

/** One statement that adds. */
export const postgresAtomic: Design = {
  id: 'postgres-atomic',
  title: 'PostgreSQL: one statement that adds',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start: (options) => servePostgresCounter('postgres-atomic', options, atomicCounter),
};
