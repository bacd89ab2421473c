// Right. The id of the event and the increment are one transaction: both are there, or neither. The id is unique, so an
// event that comes again while the first is on its way waits for that one's end, and then finds it (PostgreSQL docs,
// "Index Uniqueness Checks": an insert waits for a conflicting transaction that is still open; "INSERT": ON CONFLICT DO
// NOTHING). It is answered what the first made.
import type { Pool, PoolClient } from 'pg';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { setAndRead } from './counters.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { servePostgresCounter } from './serve-postgres.ts';
import { transaction } from './transaction.ts';

const TABLE = 'CREATE TABLE events (key text, id text, n bigint, PRIMARY KEY (key, id))';
const NOTE = 'INSERT INTO events (key, id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const ADD = `INSERT INTO counters (key, n) VALUES ($1, 1)
  ON CONFLICT (key) DO UPDATE SET n = counters.n + 1 RETURNING n`;
const ANSWER = 'UPDATE events SET n = $3 WHERE key = $1 AND id = $2';
const BEFORE = 'SELECT n FROM events WHERE key = $1 AND id = $2';

const first = async (client: Pool | PoolClient, sql: string, values: readonly string[]): Promise<number> =>
  Number((await client.query(sql, [...values])).rows[0]?.n);

const eventCounter = (pool: Pool): Counter => ({
  ...setAndRead(pool),
  async increment(key, event) {
    if (event === null) return first(pool, ADD, [key]);
    return transaction(pool, 'READ COMMITTED', async (client) => {
      const { rowCount } = await client.query(NOTE, [key, event]);
      if (rowCount === 0) return first(client, BEFORE, [key, event]);
      const n = await first(client, ADD, [key]);
      await client.query(ANSWER, [key, event, n]);
      return n;
    });
  },
});

/** Event id and increment in one transaction. */
export const retryEventsPostgres: Design = {
  id: 'retry-events-postgres',
  title: 'PostgreSQL: the id of the event and the increment in one transaction',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start: (options) => servePostgresCounter('retry-events-postgres', options, eventCounter, [TABLE]),
};
