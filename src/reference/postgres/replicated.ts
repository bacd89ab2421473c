import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { notStarted } from '../start-errors.ts';
import { onPort, openPool } from './database.ts';
import { startPostgres, startStandby } from './postgres-server.ts';

const WITHIN_MS = 10_000;
const POLL_MS = 20;

/** A primary, and a standby that streams from it and can only be read. */
export interface ReplicatedPostgres {
  readonly primary: Pool;
  readonly standby: Pool;
  readonly close: () => Promise<void>;
}

/** Starts both, of our own, with this table, and waits until the standby has it. Rejects with a `ProbeError`. */
export async function startReplicated(table: string, lagMs: number): Promise<ReplicatedPostgres> {
  const closes: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closes.toReversed()) await end(); // the standby lives in the folder of its primary
  };
  const poolOn = async (port: number, options: string): Promise<Pool> => {
    const pool = await openPool({ ...onPort(port), options });
    closes.push(() => pool.end());
    return pool;
  };
  try {
    const own = await startPostgres('with standby');
    closes.push(own.server.close);
    const follower = await startStandby(own, lagMs);
    closes.push(follower.server.close);
    const primary = await poolOn(own.port, lagMs === 0 ? CAUGHT_UP : '');
    if (lagMs === 0) await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    await primary.query(table);
    const standby = await poolOn(follower.port, '');
    await following(standby);
    return { primary, standby, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without a lag: each commit waits until the standby shows it. */
const CAUGHT_UP = '-c synchronous_commit=remote_apply';

async function following(standby: Pool): Promise<void> {
  for (let waited = 0; waited < WITHIN_MS; waited += POLL_MS) {
    const { rows } = await standby.query("SELECT to_regclass('counters') IS NOT NULL AS there");
    if (rows[0]?.there) return;
    await setTimeout(POLL_MS);
  }
  throw notStarted('the standby', `it did not follow within ${WITHIN_MS} ms`);
}
