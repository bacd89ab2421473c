import type { Design } from '../design.ts';
import { MINIFLARE, startWorker } from './workerd.ts';

/** Marks in Workers KV; see `stock-workers-kv.worker.js`. */
export const stockWorkersKv: Design = {
  id: 'stock-workers-kv',
  title: 'things that exist once, marked as taken in Workers KV on workerd',
  kind: 'real',
  object: 'reservation',
  right: false,
  finding: 'CP106',
  needs: [MINIFLARE],
  start: (options) =>
    startWorker('stock-workers-kv', options, {
      bindings: { durableObjects: { PAYMENTS: 'Payments' }, kvNamespaces: ['KV'] },
    }),
};
