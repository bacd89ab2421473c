import type { Pool } from 'pg';
import { transaction } from './transaction.ts';

const SELECT = 'SELECT n FROM counters WHERE key = $1';
const WRITE = 'INSERT INTO counters (key, n) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET n = $2';

/** SELECT, add one, UPDATE. Throws with SQLSTATE 40001, and nothing written, when another came between. */
export const addSerializable = (pool: Pool, key: string): Promise<number> =>
  transaction(pool, 'SERIALIZABLE', async (client) => {
    const { rows } = await client.query(SELECT, [key]);
    const n = Number(rows[0]?.n ?? 0) + 1;
    await client.query(WRITE, [key, n]);
    return n;
  });
