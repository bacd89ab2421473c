// Shows how many came in the last second: what was counted goes again by itself. No write is lost by that. Fixed: counts
// for good.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, forMs = 1000 } = {}) {
  const room = byName(() => ({ online: 0 }));

  return serve(port, {
    'POST /rooms/:id/seen': async ({ params }) => {
      await sleep(3);
      const held = room(params.id);
      held.online += 1;
      if (!fixed) setTimeout(() => Object.assign(held, { online: held.online - 1 }), forMs).unref();
      return [204];
    },
    'GET /rooms/:id': ({ params }) => [200, { online: room(params.id).online }],
  });
}
