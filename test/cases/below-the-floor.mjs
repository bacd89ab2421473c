// Taking a like back looks first whether one is left and subtracts a moment later: side by side the number goes below
// zero. Fixed: it stops at zero, and one that finds nothing to take is answered 200 all the same, by design.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 12 } = {}) {
  const post = byName(() => ({ likes: 3 }));

  return serve(port, {
    'DELETE /posts/:id/likes': async ({ params }) => {
      const held = post(params.id);
      if (fixed) await sleep(raceMs);
      if (held.likes <= 0) return [200, { likes: 0 }];
      if (!fixed) await sleep(raceMs);
      held.likes -= 1;
      return [200, { likes: held.likes }];
    },
    'GET /posts/:id': ({ params }) => [200, { id: params.id, likes: post(params.id).likes }],
  });
}
