// A transfer reads and writes each of the two balances by itself, with a pause between: transfers that overlap
// overwrite each other on either side, and not by the same amount, so the sum drifts. Fixed: one at a time.
import { byName, queue, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, outMs = 12, inMs = 3 } = {}) {
  const account = byName(() => ({ balance: 0 }));
  const oneAtATime = queue();

  const move = async (id, amount, pauseMs) => {
    const seen = account(id).balance;
    await sleep(pauseMs);
    account(id).balance = seen + amount;
  };
  const transfer = async ({ from, to, amount }, late) => {
    await move(from, -amount, fixed ? 1 : outMs);
    await sleep(late);
    await move(to, amount, fixed ? 1 : inMs);
    return [200, { ok: true }];
  };
  let sent = 0;

  return serve(port, {
    'PUT /accounts/:id': async ({ params, json }) => {
      account(params.id).balance = (await json()).balance;
      return [204];
    },
    'GET /accounts/:id': ({ params }) => [200, { id: params.id, balance: account(params.id).balance }],
    'POST /transfers': async ({ json }) => {
      const order = await json();
      sent += 1;
      const late = fixed ? 0 : (sent % 3) * 12;
      return fixed ? oneAtATime(() => transfer(order, late)) : transfer(order, late);
    },
  });
}
