import type { Design } from '../design.ts';
import { MINIFLARE, startWorker } from './workerd.ts';

/** Read, compare, write back, on Workers KV; see `quota-workers-kv.worker.js`. */
export const quotaWorkersKv: Design = {
  id: 'quota-workers-kv',
  title: 'five downloads a day in Workers KV on workerd: get, compare, put',
  kind: 'real',
  object: 'quota',
  right: false,
  finding: 'CP104',
  needs: [MINIFLARE],
  start: (options) => startWorker('quota-workers-kv', options, { bindings: { kvNamespaces: ['KV'] } }),
};
