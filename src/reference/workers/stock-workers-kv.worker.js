// Wrong. The mark that says "taken" is got and compared, then a payment page is opened, then the mark is put: Workers KV
// joins none of it (Cloudflare docs, Workers KV, "Write key-value pairs": the last of several concurrent writes stands,
// and each succeeds). Five buyers at once find no mark, and all are sold the one thing. Payment pages are kept in a
// Durable Object and are not to blame. Measured: four or five of five.
import { createClock } from '../http/clock.js';
import { shopContract } from '../stock/contract.js';
import { markedShop } from '../stock/marked-shop.js';
import { paymentsIn } from './stock-objects.js';
import { worker } from './worker.js';

export { Payments } from './stock-objects.js';

const LEASE_MS = 7 * 60_000;
const clock = createClock();

const marksIn = (kv) => ({
  get: (sku) => kv.get(sku, 'json'),
  put: (sku, mark) => kv.put(sku, JSON.stringify(mark)),
  delete: (sku) => kv.delete(sku),
});

export default worker('stock-workers-kv', ({ PAYMENTS, KV, TTL_MS }) =>
  shopContract(
    markedShop({
      marks: marksIn(KV),
      sessions: paymentsIn(PAYMENTS),
      nowMs: clock.nowMs,
      leaseMs: TTL_MS ?? LEASE_MS,
    }),
    clock,
  ),
);
