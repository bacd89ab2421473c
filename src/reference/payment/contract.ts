import { badBody, bodyOf, checkedKey, idempotencyKeyOf, ok, Refusal } from '../http/answer.js';
import type { Asked, Contract } from '../http/asked.ts';
import { type Clock, clockMethods } from '../http/clock.js';
import type { PaymentOrder, Payments } from './payments.ts';

const ORDER = '{"account":"name","amount":5}';

/** The HTTP contract of every design that takes payments. */
export const paymentContract =
  (payments: Payments, clock: Clock): Contract =>
  (url, asked) => {
    if (url.pathname === '/clock') return clockMethods(clock, asked);
    if (url.pathname === '/crash') return { POST: () => crash(asked, payments) };
    if (url.pathname === '/claims') return { GET: async () => claimed(url.searchParams, payments) };
    if (url.pathname !== '/payments') throw new Refusal(404, 'no such path; try /payments, /payments?key= or /claims');
    return { GET: () => list(url.searchParams, payments), POST: () => pay(asked, payments) };
  };

async function pay(asked: Asked, payments: Payments) {
  const order = orderIn(await bodyOf(asked));
  const { id, account, amount } = await payments.pay(idempotencyKeyOf(asked), order);
  return ok({ id, account, amount }, 201);
}

/** An empty body pays 1 into `default`. */
function orderIn(text: string): PaymentOrder {
  const { account = 'default', amount = 1 } = text === '' ? {} : parsed(text);
  if (typeof account !== 'string' || typeof amount !== 'number' || !(amount > 0)) throw badBody(ORDER);
  return { account: checkedKey(account), amount };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {}
  throw badBody(ORDER);
}

async function list(asked: URLSearchParams, payments: Payments) {
  const [key, account] = [asked.get('key'), asked.get('account')];
  const made = (await payments.made()).filter(
    (payment) => (key === null || payment.key === key) && (account === null || payment.account === account),
  );
  return ok({ count: made.length, payments: made });
}

function claimed(asked: URLSearchParams, payments: Payments) {
  const account = asked.get('account');
  return ok({ count: payments.claims().filter((one) => account === null || one === account).length });
}

async function crash(asked: Asked, payments: Payments) {
  await bodyOf(asked); // its content is not looked at
  await payments.crashNext();
  return ok({ next: 'crashes' }, 202);
}
