import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Crash } from '../counter/counter.ts';
import type { Restarted } from '../guarded/guarded.ts';
import { notUsable } from '../start-errors.ts';
import { driver, type OwnPostgres, startPostgres } from './postgres-server.ts';

/** As many as writes come together in a probe that is not told otherwise. */
const WARM = 10;
const CONNECTIONS = 20;
const ANSWER_WITHIN_MS = 5000;

/** Connections to a database in which the tables of one design are alone. */
export interface Database {
  readonly pool: pg.Pool;
  /** null for a server that was given: it is not ours to kill. */
  readonly crash: Crash | null;
  /** Drops the tables and ends the connections. */
  readonly close: () => Promise<void>;
}

/**
 * A schema of its own with these tables: in the database whose URL is given, or in a server of our own, which designs that
 * run at once in this process share. Rejects with a `ProbeError`, which does not repeat the URL, when it does not answer.
 */
export async function openDatabase(tables: readonly string[], url: string | undefined): Promise<Database> {
  if (url !== undefined) {
    await answers(url);
    return { ...(await inSchema({ connectionString: url }, tables, async () => {})), crash: null };
  }
  const { port, crash } = await sharedServer();
  const { pool, close } = await inSchema(onPort(port), tables, releaseServer);
  return { pool, crash: () => crashing(crash, pool), close };
}

/** Rejects when no server takes this client in time: what listens there may be another one, and wait for ever. */
async function answers(connectionString: string): Promise<void> {
  const { Client } = await driver();
  const client = new Client({ connectionString, connectionTimeoutMillis: ANSWER_WITHIN_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw notUsable('the PostgreSQL that was given', error);
  }
  await client.end();
}

/** Settles when the server is back and a pool has as many connections to it as at the start. */
export async function crashing(crash: OwnPostgres['crash'], pool: pg.Pool): Promise<Restarted> {
  const done = await crash();
  await warm(pool);
  return done;
}

export const onPort = (port: number): pg.PoolConfig => ({
  host: '127.0.0.1',
  port,
  user: 'probe',
  database: 'postgres',
});

/**
 * Connections that are open from the start and stay so. Each query tells its own failure, and none is sent twice: one that
 * broke is left out from then on, and another is opened for who comes next.
 */
export async function openPool(config: pg.PoolConfig): Promise<pg.Pool> {
  const { Pool } = await driver();
  const pool = new Pool({ ...config, max: CONNECTIONS, idleTimeoutMillis: 0 });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  try {
    await warm(pool);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function warm(pool: pg.Pool): Promise<void> {
  const clients = await Promise.allSettled(Array.from({ length: WARM }, () => pool.connect()));
  for (const client of clients) if (client.status === 'fulfilled') client.value.release();
  const failed = clients.find((client) => client.status === 'rejected');
  if (failed) throw notUsable('PostgreSQL', failed.reason);
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
    await pool.query(`CREATE SCHEMA ${schema}`).catch((error: unknown) => {
      throw notUsable('PostgreSQL', error);
    });
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
