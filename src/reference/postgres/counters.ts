import type { Pool } from 'pg';
import type { Counter } from '../counter/counter.ts';

const SELECT = 'SELECT n FROM counters WHERE key = $1';
const SET = 'INSERT INTO counters (key, n) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET n = excluded.n';

/** What is alike in every counter on PostgreSQL: the number is set, and read, by one statement. */
export const setAndRead = (pool: Pool): Pick<Counter, 'set' | 'read'> => ({
  set: async (key, value) => void (await pool.query(SET, [key, value])),
  read: async (key) => Number((await pool.query(SELECT, [key])).rows[0]?.n ?? 0),
});
