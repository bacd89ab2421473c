// Right, by refusing. At SERIALIZABLE a transaction that read what another has since written over is rolled back (see
// postgres-serializable); this one is not run again, and the caller is told 409. Fewer count, none that was
// acknowledged is lost, and whoever was refused may try again: nothing of it was written (PostgreSQL docs, "ROLLBACK").
import type { Pool } from 'pg';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { setAndRead } from './counters.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { addSerializable } from './serializable.ts';
import { servePostgresCounter } from './serve-postgres.ts';
import { isSerializationFailure } from './transaction.ts';

const refusingCounter = (pool: Pool): Counter => ({
  ...setAndRead(pool),
  increment: (key) =>
    addSerializable(pool, key).catch((error: unknown) => {
      throw isSerializationFailure(error) ? new Refusal(409, 'another came between; not counted') : error;
    }),
});

/** SERIALIZABLE, and 409 when it is rolled back. */
export const postgresSerializableNoRetry: Design = {
  id: 'postgres-serializable-no-retry',
  title: 'PostgreSQL: SELECT, add one, UPDATE, at SERIALIZABLE, 409 when it is rolled back',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start: (options) => servePostgresCounter('postgres-serializable-no-retry', options, refusingCounter),
};
