// Right. Looking at the number and adding to it are one statement: the condition is tried on the row as it stands when its
// lock is had, after whoever held it has committed (PostgreSQL docs, "Transaction Isolation", "Read Committed Isolation
// Level": the condition is evaluated again on the updated row; "INSERT": ON CONFLICT DO UPDATE … WHERE). No row comes
// back for a download that is refused, and it is not counted. The day is part of the key, so a new day finds nothing used.
import type { Pool } from 'pg';
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { quotaContract } from '../quota/contract.js';
import { dayOf } from '../quota/day.js';
import { DOWNLOADS_A_DAY, type Quota } from '../quota/quota.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { asText, servePostgres } from './serve-postgres.ts';

const TABLE = 'CREATE TABLE downloads (visitor text, day integer, n integer NOT NULL, PRIMARY KEY (visitor, day))';
const ADMIT = `INSERT INTO downloads (visitor, day, n) VALUES ($1, $2, 1)
  ON CONFLICT (visitor, day) DO UPDATE SET n = downloads.n + 1 WHERE downloads.n < $3 RETURNING n`;
const SELECT = 'SELECT n FROM downloads WHERE visitor = $1 AND day = $2';
const SET = `INSERT INTO downloads (visitor, day, n) VALUES ($1, $2, $3)
  ON CONFLICT (visitor, day) DO UPDATE SET n = excluded.n`;

function postgresQuota(pool: Pool, limit: number, nowMs: () => number): Quota {
  const today = (visitor: string) => [asText(visitor), dayOf(nowMs())];
  const used = async (visitor: string) => Number((await pool.query(SELECT, today(visitor))).rows[0]?.n ?? 0);
  return {
    limit,
    async admit(visitor) {
      const { rows } = await pool.query(ADMIT, [...today(visitor), limit]);
      if (rows.length === 0) return { admitted: false, used: await used(visitor) };
      return { admitted: true, used: Number(rows[0].n) };
    },
    used,
    set: async (visitor, n) => void (await pool.query(SET, [...today(visitor), n])),
  };
}

/** Check and increment in one statement. */
export const quotaPostgres: Design = {
  id: 'quota-postgres',
  title: 'PostgreSQL: five downloads a day, checked and counted in one statement',
  kind: 'real',
  object: 'quota',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start(options) {
    const clock = createClock(options.nowMs);
    const { limit = DOWNLOADS_A_DAY } = options;
    return servePostgres('quota-postgres', options, [TABLE], ({ pool }) =>
      quotaContract(postgresQuota(pool, limit, clock.nowMs), clock),
    );
  },
};
