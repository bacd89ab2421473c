import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/** An owner without a connection makes one much sooner. */
const BETWEEN_LOOKS_MS = 2000;
const LOOK_AFTER_MS = 500;

/** Of a schema that is in use for as long as a connection has its name, and no longer. */
const OWNED = 'made by counter-probe, for connections that have its name';

/** Schemas of ours, which this role may drop, without a connection (PostgreSQL docs, "pg_stat_activity"). */
const LEFT = `
  SELECT nspname AS name FROM pg_namespace AS n
  WHERE nspname ~ '^counter_probe_[0-9a-f]{32}$' AND obj_description(n.oid, 'pg_namespace') = '${OWNED}'
    AND pg_has_role(nspowner, 'USAGE')
    AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = nspname)`;

/**
 * Says of a schema that it is owned by the pool's connections, where those have its name, and keeps one of them open.
 * Meanwhile drops those whose owners were not there at two looks. What is returned ends both.
 */
export async function keepOwned(pool: pg.Pool, schema: string): Promise<() => Promise<void>> {
  const { rows } = await pool.query("SELECT current_setting('application_name') AS name");
  // An owner that has another name, which a URL may give, must not be taken for one that is gone.
  if (rows[0]?.name !== schema) return async () => {};
  await pool.query(`COMMENT ON SCHEMA ${schema} IS '${OWNED}'`);
  const keeping = setInterval(() => void present(pool), LOOK_AFTER_MS).unref();
  const ending = new AbortController();
  const swept = sweepSchemas(pool, ending.signal);
  return async () => {
    clearInterval(keeping);
    ending.abort();
    await swept;
  };
}

/** A pool whose connections have all ended makes none before it is asked. */
async function present(pool: pg.Pool): Promise<void> {
  if (pool.totalCount > 0) return;
  await pool.connect().then(
    (client) => client.release(),
    () => {},
  );
}

/** Never rejects: what a server does not let us see, or drop, stays. */
async function sweepSchemas(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  const look = async () => new Set((await pool.query(LEFT)).rows.map(({ name }) => String(name)));
  try {
    const before = await look();
    if (before.size === 0) return;
    await setTimeout(BETWEEN_LOOKS_MS, undefined, { signal });
    for (const name of await look()) if (before.has(name)) await pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
  } catch {
    // Not seen, or the end came first.
  }
}
