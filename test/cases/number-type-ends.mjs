// The counter lives in a type that ends: a double, which past 2^53 swallows "plus one", or 32 bits, which turn
// negative. No race is needed. Fixed: an integer of any size, printed with every digit as a JSON number.
import { byName, serve } from './kit.mjs';

const plusOne = {
  double: (n) => BigInt(Number(n) + 1),
  int32: (n) => BigInt((Number(n) + 1) | 0),
};

export function start({ port = 0, fixed = false, type = 'double' } = {}) {
  const counter = byName(() => ({ n: 0n }));
  const add = fixed ? (n) => n + 1n : plusOne[type];
  const shown = (n) => `{"value":${n}}`;
  const json = { 'Content-Type': 'application/json' };

  return serve(port, {
    'PUT /counters/:id': async ({ params, json: body }) => {
      counter(params.id).n = BigInt((await body()).value);
      return [204];
    },
    'POST /counters/:id': ({ params }) => {
      const held = counter(params.id);
      held.n = add(held.n);
      return [200, shown(held.n), json];
    },
    'GET /counters/:id': ({ params }) => [200, shown(counter(params.id).n), json],
  });
}
