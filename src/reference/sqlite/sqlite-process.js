// @ts-check
// One of several processes that have a SQLite file open. It ends with the process that started it, however that ends.
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** @type {{ folder: string, way: 'read-write' | 'immediate', windowMs: number }} */
const { folder, way, windowMs } = JSON.parse(process.argv[2] ?? '');
const BUSY_MS = 5000;

process.on('SIGINT', () => {}); // a Ctrl-C in the terminal is for whoever started the design
process.once('disconnect', () => {
  db.close();
  process.exit(0);
});

/** Node's own SQLite where it has one, else the package: what is used here is alike in both. */
function opened() {
  const packageName = isBuiltin('node:sqlite') ? 'node:sqlite' : 'better-sqlite3';
  const found = createRequire(import.meta.url)(packageName);
  return new (found.DatabaseSync ?? found)(join(folder, 'counters.db'));
}

const db = opened();
db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
// Nothing is kept beyond the run, so no commit waits for the disk: a power failure could cost some, and a kill cannot, for
// the system has all that was written.
db.exec('PRAGMA synchronous = OFF');
db.exec('CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, n INTEGER NOT NULL)');
const select = db.prepare('SELECT n FROM counters WHERE key = ?');
const write = db.prepare('INSERT INTO counters (key, n) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET n = excluded.n');

/** @param {string} key */
const read = (key) => Number(select.get(key)?.n ?? 0);

/** @param {string} key */
async function readWrite(key) {
  const n = read(key) + 1;
  await setTimeout(windowMs);
  write.run(key, n);
  return n;
}

/** @param {string} key */
async function immediate(key) {
  db.exec('BEGIN IMMEDIATE');
  try {
    const n = read(key) + 1;
    write.run(key, n);
    db.exec('COMMIT');
    return n;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

const steps = {
  get: async (/** @type {string} */ key) => read(key),
  add: way === 'immediate' ? immediate : readWrite,
  set: async (/** @type {string} */ key, /** @type {number} */ value) => void write.run(key, value),
};

process.on(
  'message',
  async (/** @type {{ id: number, op: keyof typeof steps, key: string, value: number }} */ asked) => {
    try {
      process.send?.({ id: asked.id, value: await steps[asked.op](asked.key, asked.value) });
    } catch (error) {
      process.send?.({ id: asked.id, failed: error instanceof Error ? error.message : String(error) });
    }
  },
);
process.send?.({ ready: true });
