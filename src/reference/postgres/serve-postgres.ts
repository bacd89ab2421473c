import type { Pool } from 'pg';
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { DesignOptions, RunningDesign } from '../design.ts';
import type { Contract } from '../http/asked.ts';
import { serve } from '../http/node-server.ts';
import type { Database } from './database.ts';

/**
 * Serves a contract over tables in a PostgreSQL: the one whose URL is given, or one of its own. The drivers are loaded
 * here and not before. Rejects with a `ProbeError` when PostgreSQL does not answer or the port is taken.
 */
export async function servePostgres(
  designId: string,
  options: DesignOptions,
  tables: readonly string[],
  contractOf: (database: Pick<Database, 'pool' | 'crash'>) => Contract,
): Promise<RunningDesign> {
  const { openDatabase } = await import('./database.ts');
  const { close, ...database } = await openDatabase(tables, options.postgresUrl);
  return serve(designId, contractOf(database), options.port ?? 0, close);
}

export const COUNTERS = 'CREATE TABLE counters (key text PRIMARY KEY, n bigint NOT NULL)';

/** The same for a counter, with a table `counters (key, n)`; `POST /crash` kills a server of our own. */
export const servePostgresCounter = (
  designId: string,
  options: DesignOptions,
  counterOf: (pool: Pool) => Counter,
  tables: readonly string[] = [],
): Promise<RunningDesign> =>
  servePostgres(designId, options, [COUNTERS, ...tables], ({ pool, crash }) =>
    counterContract({ ...withTextKeys(counterOf(pool)), ...(crash === null ? {} : { crash }) }),
  );

/** A text of PostgreSQL cannot hold U+0000, and a key can. */
export const asText = (key: string): string => JSON.stringify(key);

export const withTextKeys = (counter: Counter): Counter => ({
  ...counter,
  set: (key, value) => counter.set(asText(key), value),
  increment: (key, event) => counter.increment(asText(key), event === null ? null : asText(event)),
  read: (key) => counter.read(asText(key)),
  views: Object.fromEntries(
    Object.entries(counter.views ?? {}).map(([name, look]) => [name, (key: string) => look(asText(key))]),
  ),
});
