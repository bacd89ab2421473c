import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { notAnswering } from '../start-errors.ts';
import { type OwnPostgres, startPostgres } from './postgres-server.ts';

/** As many as writes come together in a probe that is not told otherwise. */
const WARM = 10;
const CONNECTIONS = 20;

/** Connections to a database in which the tables of one design are alone. */
export interface Database {
  readonly pool: pg.Pool;
  /** Drops the tables and ends the connections. */
  readonly close: () => Promise<void>;
}

/**
 * A schema of its own with these tables: in the database whose URL is given, or in a server of our own, which designs that
 * run at once in this process share. Rejects with a `ProbeError`, which does not repeat the URL, when it does not answer.
 */
export async function openDatabase(tables: readonly string[], url: string | undefined): Promise<Database> {
  if (url !== undefined) return inSchema({ connectionString: url }, tables, async () => {});
  const { port } = await sharedServer();
  return inSchema(onPort(port), tables, releaseServer);
}

export const onPort = (port: number): pg.PoolConfig => ({
  host: '127.0.0.1',
  port,
  user: 'probe',
  database: 'postgres',
});

/** Connections that are open from the start and stay so. Each query tells its own failure. */
export async function openPool(config: pg.PoolConfig): Promise<pg.Pool> {
  const pool = new pg.Pool({ ...config, max: CONNECTIONS, idleTimeoutMillis: 0 });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const clients = await Promise.allSettled(Array.from({ length: WARM }, () => pool.connect()));
  for (const client of clients) if (client.status === 'fulfilled') client.value.release();
  const failed = clients.find((client) => client.status === 'rejected');
  if (!failed) return pool;
  await pool.end();
  throw notAnswering('PostgreSQL', failed.reason instanceof Error ? failed.reason.message : 'refused');
}

async function inSchema(config: pg.PoolConfig, tables: readonly string[], done: () => Promise<void>) {
  const schema = `counter_probe_${randomUUID().replaceAll('-', '')}`;
  let pool: pg.Pool | null = null;
  const close = async (): Promise<void> => {
    await pool?.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`).catch(() => {}); // gone with its server, perhaps
    await pool?.end();
    await done();
  };
  try {
    pool = await openPool({ ...config, options: `-c search_path=${schema}` });
    await pool.query(`CREATE SCHEMA ${schema}`);
    for (const table of tables) await pool.query(table);
    return { pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

let shared: Promise<OwnPostgres> | null = null;
let users = 0;

async function sharedServer(): Promise<OwnPostgres> {
  shared ??= startPostgres();
  users += 1;
  return shared.catch((error: unknown) => {
    users -= 1;
    shared = null;
    throw error;
  });
}

async function releaseServer(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  const last = shared;
  shared = null;
  await (await last)?.server.close();
}
