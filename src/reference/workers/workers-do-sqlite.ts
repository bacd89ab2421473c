import type { Design } from '../design.ts';
import { MINIFLARE, startCounter } from './workerd.ts';

/** One statement that adds, in the database of a Durable Object; see `workers-do-sqlite.worker.js`. */
export const workersDoSqlite: Design = {
  id: 'workers-do-sqlite',
  title: 'a Durable Object on workerd with SQLite storage: one statement that adds',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [MINIFLARE],
  start: (options) =>
    startCounter('workers-do-sqlite', options, {
      bindings: { durableObjects: { COUNTER: { className: 'Counter', useSQLite: true } } },
    }),
};
