import type { Design } from '../design.ts';
import { MINIFLARE, startCounter } from './workerd.ts';

/** Get, add one, put, on Workers KV; see `workers-kv.worker.js`. */
export const workersKv: Design = {
  id: 'workers-kv',
  title: 'Workers KV on workerd: get, add one, put',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [MINIFLARE],
  start: (options) => startCounter('workers-kv', options, { bindings: { kvNamespaces: ['KV'] } }),
};
