// An order of two things takes the first from the shelf, finds that the second is gone, and is refused; the first stays
// taken. Nothing needs to overlap. Fixed: both or none.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const shelf = byName(() => ({ left: 0 }));

  return serve(port, {
    'PUT /shelf/:sku': async ({ params, json }) => {
      shelf(params.sku).left = (await json()).left;
      return [204];
    },
    'GET /shelf/:sku': ({ params }) => [200, { left: shelf(params.sku).left }],
    'POST /orders': async ({ json }) => {
      const { items } = await json();
      await sleep(4);
      if (fixed && items.some((sku) => shelf(sku).left < 1)) return [409, { error: 'sold out' }];
      for (const sku of items) {
        if (shelf(sku).left < 1) return [409, { error: 'sold out', sku }];
        shelf(sku).left -= 1;
      }
      return [201, { ok: true }];
    },
  });
}
