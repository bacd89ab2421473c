// Wrong. The mark that says "taken" is got and compared, then a payment page is opened, then the mark is put: Workers KV
// joins none of it (Cloudflare docs, Workers KV, "Write key-value pairs": the last of several concurrent writes stands,
// and each succeeds). Five buyers at once find no mark, and all are sold the one thing. Payment pages come from a service
// elsewhere, are kept in a Durable Object and are not to blame. Measured: four or five of five.
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

/** The service is played by the process that started workerd, and takes its time: nothing leaves this machine. */
const fromElsewhere = (sessions) => ({
  ...sessions,
  async open(...page) {
    await fetch('http://payments.invalid/pages');
    return sessions.open(...page);
  },
});

export default worker('stock-workers-kv', ({ PAYMENTS, KV, TTL_MS }) =>
  shopContract(
    markedShop({
      marks: marksIn(KV),
      sessions: fromElsewhere(paymentsIn(PAYMENTS)),
      nowMs: clock.nowMs,
      leaseMs: TTL_MS ?? LEASE_MS,
    }),
    clock,
  ),
);
