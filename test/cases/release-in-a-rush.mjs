// Eight rooms are taken one step at a time, rightly, and given back by reading the number and writing it: rooms that are
// given back together are not all free again. Fixed: one step both ways.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 12 } = {}) {
  const hotel = byName(() => ({ free: 8 }));

  return serve(port, {
    'POST /hotels/:id/rooms': async ({ params }) => {
      await sleep(4);
      const held = hotel(params.id);
      if (held.free < 1) return [409, { error: 'full' }];
      held.free -= 1;
      return [201, { ok: true }];
    },
    'DELETE /hotels/:id/rooms': async ({ params }) => {
      const held = hotel(params.id);
      if (fixed) await sleep(raceMs);
      const { free } = held;
      if (!fixed) await sleep(raceMs);
      held.free = free + 1;
      return [204];
    },
    'GET /hotels/:id': ({ params }) => [200, { free: hotel(params.id).free }],
  });
}
