import type { Pool, PoolClient } from 'pg';

export type Isolation = 'READ COMMITTED' | 'SERIALIZABLE';

/** Runs work in a transaction on a connection of its own: committed when it settles well, rolled back when it throws. */
export async function transaction<T>(
  pool: Pool,
  isolation: Isolation,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // a connection that is gone has rolled back
    throw error;
  } finally {
    client.release();
  }
}

/** The whole transaction was rolled back because another came between; it may be run again. */
export const isSerializationFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
