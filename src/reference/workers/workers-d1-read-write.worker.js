// Wrong. Two statements with the sum computed in between. D1 runs one statement at a time, each in a transaction of its
// own, but lets other requests' statements come between two of them, and has no BEGIN for a Worker to hold them off
// (Cloudflare docs, D1, "Limits": one database runs its queries one after another; "D1 Database": only batch() joins
// statements). Requests that overlap select the same number and write the same sum.
// Measured: ten at once leave 1 or 2.
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

const SELECT = 'SELECT n FROM counters WHERE key = ?1';
const WRITE = 'INSERT INTO counters (key, n) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET n = ?2';

async function read(db, key) {
  return (await db.prepare(SELECT).bind(key).first('n')) ?? 0;
}

async function write(db, key, n) {
  await db.prepare(WRITE).bind(key, n).run();
  return n;
}

export default worker('workers-d1-read-write', ({ DB }) =>
  counterContract({
    set: (key, value) => write(DB, key, value),
    increment: async (key) => write(DB, key, (await read(DB, key)) + 1),
    read: (key) => read(DB, key),
  }),
);
