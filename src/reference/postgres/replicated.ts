import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Restarted } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';
import { openPool } from './connection.ts';
import { crashing, onPort } from './database.ts';
import { startWithStandby } from './postgres-server.ts';

const WITHIN_MS = 10_000;
const POLL_MS = 20;

/** A primary, and a standby that streams from it and can only be read. */
export interface ReplicatedPostgres {
  readonly primary: Pool;
  readonly standby: Pool;
  /** Kills the primary and starts it again, as the primary that it was; settles when the standby streams from it. */
  readonly crash: () => Promise<Restarted>;
  readonly close: () => Promise<void>;
}

/**
 * Starts both, of our own, with this table, and waits until the standby has it. From then on it applies each commit so much
 * later. Rejects with a `ProbeError`.
 */
export async function startReplicated(table: string, lagMs: number): Promise<ReplicatedPostgres> {
  const closes: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closes.toReversed()) await end(); // the standby runs the programs of its primary
  };
  const poolOn = async (port: number, options: string): Promise<Pool> => {
    const { pool, end } = await openPool({ ...onPort(port), options });
    closes.push(end);
    return pool;
  };
  try {
    const { primary: own, standby: follower } = await startWithStandby();
    closes.push(own.server.close, follower.server.close);
    const primary = await poolOn(own.port, lagMs === 0 ? CAUGHT_UP : '');
    if (lagMs === 0) await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    await primary.query(table);
    const standby = await poolOn(follower.port, '');
    await following(standby);
    // Only now, or the start would wait for it.
    await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${lagMs}ms'`);
    await standby.query('SELECT pg_reload_conf()');
    const crash = async (): Promise<Restarted> => {
      const done = await crashing(own.crash, primary);
      await streaming(primary);
      return done;
    };
    return { primary, standby, crash, close };
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

async function streaming(primary: Pool): Promise<void> {
  for (let waited = 0; waited < WITHIN_MS; waited += POLL_MS) {
    const { rows } = await primary.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'");
    if (rows.length > 0) return;
    await setTimeout(POLL_MS);
  }
  throw notStarted('the standby', `it did not follow again within ${WITHIN_MS} ms`);
}
