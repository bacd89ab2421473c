// Three pens. Buying looks at the stock and takes one off a moment later; the stock never shows less than zero, because
// the update says so, and the buyers have their receipts. Fixed: one step.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, stock = 3, raceMs = 12 } = {}) {
  const item = byName(() => ({ stock, orders: [] }));

  return serve(port, {
    'POST /stock/:sku/buy': async ({ params }) => {
      const held = item(params.sku);
      if (fixed) await sleep(raceMs);
      if (held.stock < 1) return [409, { error: 'sold out' }];
      if (!fixed) await sleep(raceMs);
      held.stock = Math.max(0, held.stock - 1);
      held.orders.push({ at: Date.now() });
      return [201, { order: held.orders.length }];
    },
    'GET /stock/:sku': ({ params }) => [200, { sku: params.sku, stock: item(params.sku).stock }],
    'GET /stock/:sku/orders': ({ params }) => [200, item(params.sku).orders],
  });
}
