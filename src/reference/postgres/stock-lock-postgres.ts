// Right. The lock is a table, and each step of it a transaction. To reserve, the rows of all the order are locked first, in
// one order for everybody so that no two wait for each other, then looked at, and then held: all of them or none
// (PostgreSQL docs, "Explicit Locking": FOR UPDATE, and how consistent ordering avoids deadlocks). Several processes may
// serve the shop. The rest is as in stock-lock-memory: a hold lasts seven minutes, the payment page of a hold that ran
// out is closed before another is opened, and an event names its session and touches nothing that another holds.
import type { Pool } from 'pg';
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { shopContract } from '../stock/contract.js';
import { memoryMarks, memorySessions } from '../stock/in-memory.ts';
import * as steps from '../stock/lock-steps.js';
import { lockedShop } from '../stock/locked-shop.js';
import type { Lock } from '../stock/shop.ts';
import { LEASE_MS, MARK_LAG_MS } from '../stock/times.ts';
import { ONE_POSTGRES, PG } from './needs.ts';
import { asText, servePostgres } from './serve-postgres.ts';
import { transaction } from './transaction.ts';

const TABLE = `CREATE TABLE holds
  (sku text PRIMARY KEY, session text NOT NULL, until_ms double precision NOT NULL, sold boolean NOT NULL)`;
const FREE = `INSERT INTO holds SELECT sku, '', 0, true FROM unnest($1::text[]) AS sku ON CONFLICT DO NOTHING`;
// Rows stay: one that is deleted could not be locked by who comes next.
const RELEASE = "UPDATE holds SET session = '', until_ms = 0, sold = true";
const LOCK = 'SELECT sku, session, until_ms, sold FROM holds WHERE sku = ANY($1) ORDER BY sku COLLATE "C" FOR UPDATE';
const LOOK = 'SELECT sku, session, until_ms, sold FROM holds WHERE sku = ANY($1)';
const HOLD = `INSERT INTO holds SELECT sku, $2, $3, $4 FROM unnest($1::text[]) AS sku
  ON CONFLICT (sku) DO UPDATE SET session = $2, until_ms = $3, sold = $4`;

interface Row {
  readonly sku: string;
  readonly session: string;
  readonly until_ms: number;
  readonly sold: boolean;
}

const holdsOf = (rows: readonly Row[]): steps.Holds =>
  new Map(rows.map(({ sku, session, until_ms, sold }) => [JSON.parse(sku), { session, untilMs: until_ms, sold }]));

const inOrder = (items: readonly string[]): readonly string[] => items.map(asText).toSorted();

function postgresLock(pool: Pool): Lock {
  return {
    reserve: (items, session, lease) =>
      transaction(pool, 'READ COMMITTED', async (client) => {
        await client.query(FREE, [inOrder(items)]); // a row that is not there cannot be locked
        const { rows } = await client.query<Row>(LOCK, [inOrder(items)]);
        const reserved = steps.reserve(holdsOf(rows), items, session, lease);
        if (!('refused' in reserved)) await client.query(HOLD, [inOrder(items), session, lease.untilMs, false]);
        return reserved;
      }),
    release: async (session) => void (await pool.query(`${RELEASE} WHERE session = $1 AND NOT sold`, [session])),
    sell: async (items, session, untilMs) => void (await pool.query(HOLD, [inOrder(items), session, untilMs, true])),
    item: async (sku, nowMs) => steps.item(holdsOf((await pool.query<Row>(LOOK, [[asText(sku)]])).rows), sku, nowMs),
    clear: async (sku) => void (await pool.query(`${RELEASE} WHERE sku = $1`, [asText(sku)])),
  };
}

/** All or none of an order, held in one transaction. */
export const stockLockPostgres: Design = {
  id: 'stock-lock-postgres',
  title: 'things that exist once, held for seven minutes by rows of PostgreSQL',
  kind: 'real',
  object: 'reservation',
  right: true,
  finding: null,
  needs: [PG],
  server: ONE_POSTGRES,
  start(options) {
    const { ttlMs = LEASE_MS, lagMs = MARK_LAG_MS } = options;
    const { nowMs, ...clock } = createClock(options.nowMs);
    const parts = { sessions: memorySessions(), marks: memoryMarks(nowMs, lagMs), nowMs, leaseMs: ttlMs };
    return servePostgres('stock-lock-postgres', options, [TABLE], ({ pool }) =>
      shopContract(lockedShop({ lock: postgresLock(pool), ...parts }), { nowMs, ...clock }),
    );
  },
};
