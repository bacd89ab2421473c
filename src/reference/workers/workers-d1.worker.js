// Right. The database adds: read and write are one statement, and a statement is a transaction of its own (SQLite docs,
// "Transaction": a statement outside BEGIN runs in an automatic one), while one D1 database runs its queries one after
// another (Cloudflare docs, D1, "Limits"). RETURNING gives the number this very statement made.
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

const SELECT = 'SELECT n FROM counters WHERE key = ?1';
const ADD = 'INSERT INTO counters (key, n) VALUES (?1, 1) ON CONFLICT (key) DO UPDATE SET n = n + 1 RETURNING n';
const SET = 'INSERT INTO counters (key, n) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET n = ?2';

export default worker('workers-d1', ({ DB }) =>
  counterContract({
    set: (key, value) => DB.prepare(SET).bind(key, value).run(),
    increment: (key) => DB.prepare(ADD).bind(key).first('n'),
    read: async (key) => (await DB.prepare(SELECT).bind(key).first('n')) ?? 0,
  }),
);
