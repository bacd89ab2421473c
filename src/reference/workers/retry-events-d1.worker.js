// Right. The increment and the id of its event are one batch, and a batch is one transaction (Cloudflare docs, D1, "D1
// Database", batch(): if a statement fails, all of them are rolled back). An event that is sent again cannot put its id
// in a second time, so its increment is rolled back too, and it is answered what the first made.
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

const SELECT = 'SELECT n FROM counters WHERE key = ?1';
const ADD = 'INSERT INTO counters (key, n) VALUES (?1, 1) ON CONFLICT (key) DO UPDATE SET n = n + 1 RETURNING n';
const SET = 'INSERT INTO counters (key, n) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET n = ?2';
const NOTE = 'INSERT INTO events (key, id, n) SELECT ?1, ?2, n FROM counters WHERE key = ?1';
const COUNTED = 'SELECT n FROM events WHERE key = ?1 AND id = ?2';

async function once(db, key, event) {
  const add = db.prepare(ADD).bind(key);
  if (event === null) return add.first('n');
  try {
    const [added] = await db.batch([add, db.prepare(NOTE).bind(key, event)]);
    return added.results[0].n;
  } catch (error) {
    if (!/UNIQUE constraint failed: events/.test(String(error))) throw error;
    return db.prepare(COUNTED).bind(key, event).first('n');
  }
}

export default worker('retry-events-d1', ({ DB }) =>
  counterContract({
    set: (key, value) => DB.prepare(SET).bind(key, value).run(),
    increment: (key, event) => once(DB, key, event),
    read: async (key) => (await DB.prepare(SELECT).bind(key).first('n')) ?? 0,
  }),
);
