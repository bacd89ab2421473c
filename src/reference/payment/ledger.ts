import { pause } from '../memory/pause.ts';
import type { Payment, PaymentOrder } from './payments.ts';

/** How long a payment takes; others come meanwhile. */
export const WORK_MS = 30;

/** The process that was paying is gone. */
export class Crash extends Error {}

/** Where payments are made. Each takes a while, and nothing here looks at keys. */
export function createLedger(workMs: number) {
  const made: Payment[] = [];
  let crashes = 0;
  return {
    made: async (): Promise<readonly Payment[]> => made,
    crashNext: async (): Promise<void> => {
      crashes += 1;
    },
    /** Everything up to the payment itself. Rejects with a `Crash` where one was asked for. */
    async work(): Promise<void> {
      await pause(workMs);
      if (crashes === 0) return;
      crashes -= 1;
      throw new Crash('the process that was paying has died');
    },
    /** The payment itself: one step. */
    note(key: string | null, order: PaymentOrder): Payment {
      const payment = { id: `pay_${made.length + 1}`, key, ...order };
      made.push(payment);
      return payment;
    },
  };
}
