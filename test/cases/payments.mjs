// Payments with an Idempotency-Key, wrong in one way or another (`fault`):
//   blind    the key is not looked at
//   short    the key is forgotten after 150 ms
//   global   the key is looked up without its path: a refund is taken for the payment of the same key
//   body     another body with the same key is another payment
//   failure  the first try of each key is done and then fails with 500, and failing forgets the key
//   answer   a replay is answered with a receipt of its own
// Fixed: done once, kept with path and body, answered the same; another body is refused with 422. The failing first
// try of `failure` stays, and is remembered.
import { randomUUID } from 'node:crypto';
import { serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, fault = 'blind', workMs = 8 } = {}) {
  const kept = new Map();
  const tried = new Set();
  const done = { payments: [], refunds: [] };
  const wrong = (name) => !fixed && fault === name;

  const keep = (name, entry) => {
    if (wrong('blind')) return;
    kept.set(name, entry);
    if (wrong('short')) setTimeout(() => kept.delete(name), 150).unref();
  };
  const again = async (entry, text) => {
    if (entry.text !== text) return [422, { error: 'this key came with another body' }];
    const receipt = await entry.receipt;
    return [201, wrong('answer') ? { ...receipt, receipt: randomUUID() } : receipt];
  };
  const perform = async (kind) => {
    await sleep(workMs);
    const receipt = { id: `${kind}-${done[kind].length + 1}`, receipt: randomUUID() };
    done[kind].push(receipt);
    return receipt;
  };
  const take = (kind) => async (call) => {
    const text = await call.text();
    const key = call.headers['idempotency-key'] ?? randomUUID();
    const name = [key, wrong('global') ? '' : kind, wrong('body') ? text : ''].join('|');
    if (kept.has(name)) return again(kept.get(name), text);
    const receipt = perform(kind);
    keep(name, { text, receipt });
    await receipt;
    const failsNow = fault === 'failure' && !tried.has(key);
    tried.add(key);
    if (failsNow && !fixed) kept.delete(name);
    if (failsNow) return [500, { error: 'no answer from the bank' }];
    return [201, await receipt];
  };

  return serve(port, {
    'POST /payments': take('payments'),
    'GET /payments': () => [200, done.payments],
    'POST /refunds': take('refunds'),
    'GET /refunds': () => [200, done.refunds],
  });
}
