// Right, for as long as one process takes the payments. The key is claimed before the work begins, so a second request
// that comes meanwhile is told 409 and pays nothing. The claim is this process's alone and dies with it; what lasts is
// the payment, and its answer is noted with it in one step with no await between, so that after a crash there are both
// or none of them. A key that comes back gets the first answer, and 422 for another payment (IETF draft "The
// Idempotency-Key HTTP Header Field", section 2.7: 409 while in flight, 422 for another payload).
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { paymentContract } from './contract.ts';
import { createLedger, WORK_MS } from './ledger.ts';
import type { Payment, PaymentOrder, Payments } from './payments.ts';
import { inFlight, otherOrder } from './refusals.ts';

function keyFirst(workMs: number): Payments {
  const ledger = createLedger(workMs);
  const answers = new Map<string, Payment>();
  const claimed = new Map<string, string>(); // key to account

  const again = (before: Payment, { account, amount }: PaymentOrder) => {
    if (before.account !== account || before.amount !== amount) throw otherOrder();
    return before;
  };
  const claim = async (key: string, order: PaymentOrder) => {
    claimed.set(key, order.account);
    try {
      await ledger.work();
      const payment = ledger.note(key, order);
      answers.set(key, payment);
      return payment;
    } finally {
      claimed.delete(key); // a crash takes the claims of its process with it
    }
  };

  return {
    ...ledger,
    claims: () => [...claimed.values()],
    async pay(key, order) {
      if (key === null) return ledger.work().then(() => ledger.note(null, order));
      const before = answers.get(key);
      if (before) return again(before, order);
      if (claimed.has(key)) throw inFlight();
      return claim(key, order);
    },
  };
}

/** Key claimed before the work, answer noted with it. */
export const retryKeyFirst: Design = {
  id: 'retry-key-first',
  title: 'payments whose key is claimed before the work and remembered in one step with it',
  kind: 'real',
  object: 'payment',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0, windowMs = WORK_MS, nowMs }) =>
    serve('retry-key-first', paymentContract(keyFirst(windowMs), createClock(nowMs)), port),
};
