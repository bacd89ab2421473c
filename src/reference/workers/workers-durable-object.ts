import type { Design } from '../design.ts';
import { MINIFLARE, startCounter } from './workerd.ts';

/** Get, add one, put, inside a Durable Object; see `workers-durable-object.worker.js`. */
export const workersDurableObject: Design = {
  id: 'workers-durable-object',
  title: 'a Durable Object on workerd: get, add one, put',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [MINIFLARE],
  start: (options) =>
    startCounter('workers-durable-object', options, { bindings: { durableObjects: { COUNTER: 'Counter' } } }),
};
