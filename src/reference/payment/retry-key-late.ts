// Wrong while the first is still at work. The key is looked up before the work and remembered after it: a second request
// that comes in between finds nothing, and pays as well (the same read, wait and write as memory-read-write). A client
// that gave up too soon and retried does just that. Once the first has ended, the key gets its answer.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { paymentContract } from './contract.ts';
import { createLedger, WORK_MS } from './ledger.ts';
import type { Payment, Payments } from './payments.ts';

function keyLate(workMs: number): Payments {
  const ledger = createLedger(workMs);
  const answers = new Map<string, Payment>();
  return {
    ...ledger,
    claims: () => [],
    async pay(key, order) {
      const before = key === null ? undefined : answers.get(key);
      if (before) return before;
      await ledger.work();
      const payment = ledger.note(key, order);
      if (key !== null) answers.set(key, payment);
      return payment;
    },
  };
}

/** Key remembered only after the work. */
export const retryKeyLate: Design = {
  id: 'retry-key-late',
  title: 'payments whose key is remembered only after the work',
  kind: 'real',
  object: 'payment',
  right: false,
  finding: 'CP110',
  needs: [],
  start: ({ port = 0, windowMs = WORK_MS, nowMs }) =>
    serve('retry-key-late', paymentContract(keyLate(windowMs), createClock(nowMs)), port),
};
