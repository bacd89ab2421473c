// Wrong with several processes, or with one that awaits anything in between. SELECT reads, this process adds one, and
// another statement writes the sum; each is a transaction of its own, and nothing holds them together (SQLite docs,
// "Transaction": a statement outside BEGIN is an implicit transaction). Four processes have the file open, as the workers
// of a web server do. In one process that does it all with no await nothing would be lost, and that is no comfort.
import type { Design } from '../design.ts';
import { SQLITE } from './needs.ts';

/** SELECT, add one, write back, in several processes. */
export const sqliteReadWrite: Design = {
  id: 'sqlite-read-write',
  title: 'SQLite in four processes: SELECT, add one, write back',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [],
  server: SQLITE,
  start: async (options) => (await import('./processes.ts')).serveSqlite('sqlite-read-write', 'read-write', options),
};
