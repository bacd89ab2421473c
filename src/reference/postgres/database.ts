import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Crash } from '../counter/counter.ts';
import type { Restarted } from '../guarded/guarded.ts';
import { notUsable } from '../start-errors.ts';
import { connectOnce, type OpenPool, openPool, warm } from './connection.ts';
import { type OwnPostgres, startPostgres } from './postgres-server.ts';

const DROP_WITHIN_MS = 5000;

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
    return { ...(await inGivenSchema(url, tables)), crash: null };
  }
  const { port, crash } = await sharedServer();
  const { pool, close } = await inSchema(onPort(port), tables, releaseServer);
  return { pool, crash: () => crashing(crash, pool), close };
}

/** What listens there may be another server, and wait for ever. */
const answers = (connectionString: string): Promise<void> =>
  connectOnce({ connectionString }).catch((error: unknown) => {
    throw notUsable('the PostgreSQL that was given', error);
  });

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

/** What others like this one have left there, who were killed, is dropped meanwhile. */
async function inGivenSchema(url: string, tables: readonly string[]): Promise<Omit<Database, 'crash'>> {
  const schema = newSchema();
  const config = {
    connectionString: url,
    application_name: schema,
    // A URL that has options of its own takes the place of others.
    onConnect: async (client: pg.ClientBase) => void (await client.query(`SET search_path = ${schema}`)),
  };
  const { pool, close } = await inSchema(config, tables, async () => {}, schema);
  const { keepOwned } = await import('./left-schemas.ts');
  const release = await keepOwned(pool, schema);
  return { pool, close: () => release().then(close) };
}

const newSchema = (): string => `counter_probe_${randomUUID().replaceAll('-', '')}`;

async function inSchema(
  config: pg.PoolConfig,
  tables: readonly string[],
  done: () => Promise<void>,
  schema = newSchema(),
) {
  let opened: OpenPool | null = null;
  const close = async (): Promise<void> => {
    await opened?.pool.query(dropping(schema)).catch(() => {}); // gone with its server, perhaps
    await opened?.end();
    await done();
  };
  try {
    opened = await openPool({ ...config, options: `-c search_path=${schema}` });
    const { pool } = opened;
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

/** A server that has stopped answering is not waited for. */
const dropping = (schema: string) => ({
  text: `DROP SCHEMA IF EXISTS ${schema} CASCADE`,
  query_timeout: DROP_WITHIN_MS,
});

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
