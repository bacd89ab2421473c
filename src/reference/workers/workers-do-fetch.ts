import type { Design } from '../design.ts';
import { MINIFLARE, startCounter } from './workerd.ts';

/** A Durable Object that asks elsewhere between get and put; see `workers-do-fetch.worker.js`. */
export const workersDoFetch: Design = {
  id: 'workers-do-fetch',
  title: 'a Durable Object on workerd that awaits a fetch between get and put',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [MINIFLARE],
  start: (options) =>
    startCounter('workers-do-fetch', options, { bindings: { durableObjects: { COUNTER: 'Counter' } } }),
};
