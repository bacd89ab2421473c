// Tips of ten cents are added up in floating point: three of them are 0.30000000000000004. Nothing is lost or doubled,
// the number is of the wrong kind. Fixed: cents in an integer, shown as a text with two decimals.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const jar = byName(() => ({ cents: 0, total: 0 }));

  return serve(port, {
    'POST /jars/:id/tips': ({ params }) => {
      const held = jar(params.id);
      held.cents += 10;
      held.total += 0.1;
      return [201, { ok: true }];
    },
    'GET /jars/:id': ({ params }) => {
      const { cents, total } = jar(params.id);
      return [200, { currency: 'EUR', total: fixed ? (cents / 100).toFixed(2) : total }];
    },
  });
}
