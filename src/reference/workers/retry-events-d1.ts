import type { Design } from '../design.ts';
import { COUNTERS_TABLE, EVENTS_TABLE } from './d1-schema.ts';
import { MINIFLARE, startCounter } from './workerd.ts';

/** Event id and increment in one batch, on D1; see `retry-events-d1.worker.js`. */
export const retryEventsD1: Design = {
  id: 'retry-events-d1',
  title: 'D1 on workerd: the id of the event and the increment in one batch',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [MINIFLARE],
  start: (options) =>
    startCounter('retry-events-d1', options, {
      bindings: { d1Databases: ['DB'] },
      schema: [COUNTERS_TABLE, EVENTS_TABLE],
    }),
};
