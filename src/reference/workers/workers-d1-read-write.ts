import type { Design } from '../design.ts';
import { COUNTERS_TABLE } from './d1-schema.ts';
import { MINIFLARE, startCounter } from './workerd.ts';
/** Select, add one, write back, on D1; see `workers-d1-read-write.worker.js`. */
export const workersD1ReadWrite: Design = {
  id: 'workers-d1-read-write',
  title: 'D1 on workerd: select, add one, write back',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [MINIFLARE],
  start: (options) =>
    startCounter('workers-d1-read-write', options, {
      bindings: { d1Databases: ['DB'] },
      schema: [COUNTERS_TABLE],
    }),
};
