import type { Design } from '../design.ts';
import { MINIFLARE, startWorker } from './workerd.ts';

/** A lock that is a Durable Object; see `stock-lock-durable-object.worker.js`. */
export const stockLockDurableObject: Design = {
  id: 'stock-lock-durable-object',
  title: 'things that exist once, held for seven minutes by a Durable Object on workerd',
  kind: 'real',
  object: 'reservation',
  right: true,
  finding: null,
  needs: [MINIFLARE],
  start: (options) =>
    startWorker('stock-lock-durable-object', options, {
      bindings: { durableObjects: { LOCK: 'Lock', PAYMENTS: 'Payments' }, kvNamespaces: ['KV'] },
    }),
};
