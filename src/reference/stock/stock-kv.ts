// Wrong. The mark that says "taken" is read and compared, a payment page is opened, and the mark is written, in a store
// that joins none of it; a model of Workers KV (Cloudflare docs, Workers KV, "Write key-value pairs": the last of several concurrent
// writes stands, and each succeeds). Five buyers at once all find no mark, and all are sold the one thing. One after
// another they are told the truth. And when a hold has run out nobody closes the payment page that goes with it, so the
// first buyer and the second can both pay.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { pause } from '../memory/pause.ts';
import { shopContract } from './contract.js';
import { memorySessions } from './in-memory.ts';
import { type Mark, type Marks, markedShop } from './marked-shop.js';
import { LEASE_MS } from './times.ts';

function slowMarks(windowMs: number): Marks {
  const marks = new Map<string, Mark>();
  return {
    async get(sku) {
      const mark = marks.get(sku) ?? null;
      await pause(windowMs);
      return mark;
    },
    put: async (sku, mark) => void marks.set(sku, mark),
    delete: async (sku) => void marks.delete(sku),
  };
}

/** Marks that are read, compared and written; a model of Workers KV. */
export const stockKv: Design = {
  id: 'stock-kv',
  title: 'things that exist once, marked as taken in a key-value store: a model of Workers KV',
  kind: 'model',
  object: 'reservation',
  right: false,
  finding: 'CP106',
  needs: [],
  start({ port = 0, ttlMs = LEASE_MS, windowMs = 5, nowMs }) {
    const clock = createClock(nowMs);
    const parts = { marks: slowMarks(windowMs), sessions: memorySessions(), nowMs: clock.nowMs, leaseMs: ttlMs };
    return serve('stock-kv', shopContract(markedShop(parts), clock), port);
  },
};
