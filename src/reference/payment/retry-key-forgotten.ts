// Wrong for a retry that comes late. A key is claimed before the work and remembered with it, as in retry-key-first, but
// only for a time (a second here, a day in life: Stripe docs, "Idempotent requests": keys may be removed after 24 hours
// at least). A client that sends it again after that, from a queue that stood still over the weekend, pays again.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { paymentContract } from './contract.ts';
import { createLedger, WORK_MS } from './ledger.ts';
import type { Payment, PaymentOrder, Payments } from './payments.ts';
import { inFlight } from './refusals.ts';

function keyForgotten(workMs: number, keptMs: number, nowMs: () => number): Payments {
  const ledger = createLedger(workMs);
  const answers = new Map<string, { readonly payment: Payment; readonly untilMs: number }>();
  const claimed = new Map<string, string>(); // key to account

  const claim = async (key: string, order: PaymentOrder) => {
    claimed.set(key, order.account);
    try {
      await ledger.work();
      const payment = ledger.note(key, order);
      answers.set(key, { payment, untilMs: nowMs() + keptMs });
      return payment;
    } finally {
      claimed.delete(key);
    }
  };

  return {
    ...ledger,
    claims: () => [...claimed.values()],
    async pay(key, order) {
      if (key === null) return ledger.work().then(() => ledger.note(null, order));
      const before = answers.get(key);
      if (before && nowMs() < before.untilMs) return before.payment;
      if (claimed.has(key)) throw inFlight();
      return claim(key, order);
    },
  };
}

/** Key remembered for less long than clients retry. */
export const retryKeyForgotten: Design = {
  id: 'retry-key-forgotten',
  title: 'payments whose key is remembered for a second',
  kind: 'real',
  object: 'payment',
  right: false,
  finding: 'CP110',
  needs: [],
  start({ port = 0, windowMs = WORK_MS, ttlMs = 1000, nowMs }) {
    const clock = createClock(nowMs);
    const payments = keyForgotten(windowMs, ttlMs, clock.nowMs);
    return serve('retry-key-forgotten', paymentContract(payments, clock), port);
  },
};
