// Right. Before a payment page is opened, one Durable Object is asked for all of the order, all or none: it runs one step
// at a time (see stock-objects.js), so of five buyers one holds the thing and four are told when it is free again. The
// payment service is asked by the Worker and not by the lock: a Durable Object that awaits a fetch between get and put
// lets others in. The rest is as in stock-lock-memory. Sold marks are in Workers KV, as a later layer behind the lock: if
// that fails, the error is logged and the sale goes on.
import { createClock } from '../http/clock.js';
import { shopContract } from '../stock/contract.js';
import { lockedShop } from '../stock/locked-shop.js';
import { lockIn, paymentsIn } from './stock-objects.js';
import { worker } from './worker.js';

export { Lock, Payments } from './stock-objects.js';

const LEASE_MS = 7 * 60_000;
const clock = createClock();
let shop;

const marksIn = (kv) => ({
  isSold: async (sku) => (await kv.get(sku)) !== null,
  mark: (sku) => kv.put(sku, 'sold'),
  clear: (sku) => kv.delete(sku),
});

export default worker('stock-lock-durable-object', ({ LOCK, PAYMENTS, KV, TTL_MS }) => {
  shop ??= lockedShop({
    lock: lockIn(LOCK),
    sessions: paymentsIn(PAYMENTS),
    marks: marksIn(KV),
    nowMs: clock.nowMs,
    leaseMs: TTL_MS ?? LEASE_MS,
  });
  return shopContract(shop, clock);
});
