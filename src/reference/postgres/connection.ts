import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { notUsable } from '../start-errors.ts';

/** As many as writes come together in a probe that is not told otherwise. */
const WARM = 10;
const CONNECTIONS = 20;
const ANSWER_WITHIN_MS = 5000;

/** The driver, which is loaded where it is first used. */
export const driver = () => import('pg').then((loaded) => loaded.default);

/** Connections that are open from the start and stay so. */
export interface OpenPool {
  readonly pool: pg.Pool;
  /** Settles when none is left, whatever the server does: one that does not say good-bye is not waited for. */
  readonly end: () => Promise<void>;
}

/** Rejects with what the driver says when no server takes this client in time; no connection is left of it. */
export async function connectOnce(config: pg.ClientConfig): Promise<void> {
  const { Client } = await driver();
  const sockets = ownSockets();
  const client = new Client({ connectionTimeoutMillis: ANSWER_WITHIN_MS, ...config, stream: sockets.stream });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query({ text: 'SELECT 1', query_timeout: ANSWER_WITHIN_MS } as pg.QueryConfig);
    await inTime(client.end());
  } finally {
    sockets.destroy();
  }
}

/**
 * Each query of a pool tells its own failure, and none is sent twice: a connection that broke is left out from then on,
 * and another is opened for who comes next.
 */
export async function openPool(config: pg.PoolConfig): Promise<OpenPool> {
  const { Pool } = await driver();
  const sockets = ownSockets();
  const pool = new Pool({ ...config, max: CONNECTIONS, idleTimeoutMillis: 0, stream: sockets.stream });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const end = async (): Promise<void> => {
    await inTime(pool.end());
    sockets.destroy();
  };
  try {
    await warm(pool);
    return { pool, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Opens as many connections as a pool has at the start. Rejects with a `ProbeError`. */
export async function warm(pool: pg.Pool): Promise<void> {
  const clients = await Promise.allSettled(Array.from({ length: WARM }, () => pool.connect()));
  for (const client of clients) if (client.status === 'fulfilled') client.value.release();
  const failed = clients.find((client) => client.status === 'rejected');
  if (failed) throw notUsable('PostgreSQL', failed.reason);
}

/**
 * The driver waits for the server to close a connection, and forgets one on which it was refused: either stays open, and
 * this process with it, where a server does not close what it has done with.
 */
function ownSockets() {
  const open = new Set<Socket>();
  return {
    stream(): Socket {
      const socket = new Socket();
      open.add(socket);
      return socket.once('close', () => open.delete(socket));
    },
    destroy(): void {
      for (const socket of open) socket.destroy();
    },
  };
}

async function inTime(ending: Promise<void>): Promise<void> {
  const late = new AbortController();
  const over = setTimeout(ANSWER_WITHIN_MS, undefined, { signal: late.signal }).catch(() => {});
  await Promise.race([ending, over]).finally(() => late.abort());
}
