import type { Design } from '../design.ts';
import { COUNTERS_TABLE } from './d1-schema.ts';
import { MINIFLARE, startCounter } from './workerd.ts';
/** One statement that adds, on D1; see `workers-d1.worker.js`. */
export const workersD1: Design = {
  id: 'workers-d1',
  title: 'D1 on workerd: one statement that adds',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [MINIFLARE],
  start: (options) =>
    startCounter('workers-d1', options, { bindings: { d1Databases: ['DB'] }, schema: [COUNTERS_TABLE] }),
};
