import type { Design } from '../design.ts';
import { MINIFLARE, startWorker } from './workerd.ts';

/** One object a visitor; see `quota-durable-object.worker.js`. */
export const quotaDurableObject: Design = {
  id: 'quota-durable-object',
  title: 'five downloads a day in a Durable Object on workerd, one a visitor',
  kind: 'real',
  object: 'quota',
  right: true,
  finding: null,
  needs: [MINIFLARE],
  start: (options) =>
    startWorker('quota-durable-object', options, { bindings: { durableObjects: { VISITOR: 'Visitor' } } }),
};
