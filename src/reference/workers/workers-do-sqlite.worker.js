// Right. All requests for a key reach one object, and its database is inside it: a statement is run to its end before
// exec() gives its result, without an await, so no other event can come between (Cloudflare docs, Durable Objects,
// "SQLite-backed Durable Object Storage", exec()). And it is one statement that adds, so it would hold even if there were
// one. What the object answers leaves only after the write is on disk (Durable Objects glossary, "output gate").
import { DurableObject } from 'cloudflare:workers';
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

const TABLE = 'CREATE TABLE IF NOT EXISTS counter (id INTEGER PRIMARY KEY CHECK (id = 1), n INTEGER NOT NULL)';
const ADD = 'INSERT INTO counter (id, n) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET n = n + 1 RETURNING n';
const SET = 'INSERT INTO counter (id, n) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET n = ?1';

export class Counter extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.sql.exec(TABLE);
  }

  set(value) {
    this.sql.exec(SET, value);
  }

  increment() {
    return this.sql.exec(ADD).one().n;
  }

  read() {
    const [row] = this.sql.exec('SELECT n FROM counter').toArray();
    return row?.n ?? 0;
  }
}

export default worker('workers-do-sqlite', ({ COUNTER }) =>
  counterContract({
    set: (key, value) => COUNTER.getByName(key).set(value),
    increment: (key) => COUNTER.getByName(key).increment(),
    read: (key) => COUNTER.getByName(key).read(),
  }),
);
