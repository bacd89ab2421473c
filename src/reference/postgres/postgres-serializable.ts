// Right. The same SELECT and UPDATE as in postgres-read-write, at SERIALIZABLE: a transaction that read what another has
// since written over is rolled back with SQLSTATE 40001, and whoever uses that level must be ready to run it again, whole
// (PostgreSQL docs, "Transaction Isolation", "Serializable Isolation Level"; "Serialization Failure Handling"). Each try
// reads anew. After many it gives up, with a 409: nothing was counted.
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { setAndRead } from './counters.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { addSerializable } from './serializable.ts';
import { servePostgresCounter } from './serve-postgres.ts';
import { isSerializationFailure } from './transaction.ts';

const TRIES = 200;
const MOST_PAUSE_MS = 20;

async function addWithRetry(pool: Pool, key: string): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      return await addSerializable(pool, key);
    } catch (error) {
      if (!isSerializationFailure(error)) throw error;
      await setTimeout(Math.random() * Math.min(MOST_PAUSE_MS, 1 + tried)); // so that the same do not meet again
    }
  }
  throw new Refusal(409, `others came between ${TRIES} times; not counted`);
}

const retryingCounter = (pool: Pool): Counter => ({
  ...setAndRead(pool),
  increment: (key) => addWithRetry(pool, key),
});

/** SERIALIZABLE, run again when it is rolled back. */
export const postgresSerializable: Design = {
  id: 'postgres-serializable',
  title: 'PostgreSQL: SELECT, add one, UPDATE, at SERIALIZABLE, run again when it is rolled back',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start: (options) => servePostgresCounter('postgres-serializable', options, retryingCounter),
};
