// Wrong after a crash. The key is claimed before the work, in a place that outlives the process, and nothing but the end
// of the work gives it back. When the process dies in the middle the key stays claimed: every retry is told 409, "being
// worked on", for ever, and the payment is never made. A claim needs an end of its own, or must die with who made it.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { paymentContract } from './contract.ts';
import { createLedger, WORK_MS } from './ledger.ts';
import type { Payment, Payments } from './payments.ts';
import { inFlight } from './refusals.ts';

function keyClaimed(workMs: number): Payments {
  const ledger = createLedger(workMs);
  const answers = new Map<string, Payment>();
  const claimed = new Map<string, string>(); // key to account
  return {
    ...ledger,
    claims: () => [...claimed.values()],
    async pay(key, order) {
      if (key === null) return ledger.work().then(() => ledger.note(null, order));
      const before = answers.get(key);
      if (before) return before;
      if (claimed.has(key)) throw inFlight();
      claimed.set(key, order.account);
      await ledger.work();
      const payment = ledger.note(key, order);
      answers.set(key, payment);
      claimed.delete(key);
      return payment;
    },
  };
}

/** A crash in the middle leaves the key claimed. */
export const retryKeyClaimed: Design = {
  id: 'retry-key-claimed',
  title: 'payments whose key stays claimed when the process dies in the middle',
  kind: 'real',
  object: 'payment',
  right: false,
  finding: 'CP117',
  needs: [],
  start: ({ port = 0, windowMs = WORK_MS, nowMs }) =>
    serve('retry-key-claimed', paymentContract(keyClaimed(windowMs), createClock(nowMs)), port),
};
