// Right. BEGIN IMMEDIATE takes the one write lock that a file has before anything is read, and whoever comes second waits
// (SQLite docs, "Transaction", "DEFERRED, IMMEDIATE, and EXCLUSIVE": a write transaction starts at once; "busy_timeout").
// A plain BEGIN would read first and ask for the lock later, and then be refused with SQLITE_BUSY however long it waits,
// for what it read is old. Nothing is awaited between BEGIN and COMMIT, so one connection can serve a process.
import type { Design } from '../design.ts';
import { SQLITE } from './needs.ts';

/** SELECT, add one, write back, in one BEGIN IMMEDIATE, in several processes. */
export const sqliteImmediate: Design = {
  id: 'sqlite-immediate',
  title: 'SQLite in four processes: SELECT, add one, write back, in BEGIN IMMEDIATE',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  server: SQLITE,
  start: async (options) => (await import('./processes.ts')).serveSqlite('sqlite-immediate', 'immediate', options),
};
