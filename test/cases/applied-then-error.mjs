// Every third write is done, and then something after it fails: the answer is an error. A 500 leaves open whether it
// was done, a 409 says that it was not. Fixed: what answers an error has done nothing.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, status = 500 } = {}) {
  const counter = byName(() => ({ n: 0, seen: 0 }));

  return serve(port, {
    'POST /orders/:id': async ({ params }) => {
      const held = counter(params.id);
      const fails = held.seen++ % 3 === 2;
      await sleep(5);
      if (!fails || !fixed) held.n += 1;
      return fails ? [status, { error: 'the confirmation could not be sent' }] : [201, { ok: true }];
    },
    'GET /orders/:id': ({ params }) => [200, { orders: counter(params.id).n }],
  });
}
