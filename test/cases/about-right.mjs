// Shows its number only about right: up to three in a hundred off, more or less, by design. Underneath, the count is
// read, then written: visits that overlap are lost by the dozen. Fixed: one step, still shown about right.
import { byName, random, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, seed = 1, raceMs = 4 } = {}) {
  const page = byName(() => ({ views: 0 }));
  const chance = random(seed);
  const off = byName(() => 1 + (chance() - 0.5) * 0.06);

  return serve(port, {
    'POST /views/:id': async ({ params }) => {
      const held = page(params.id);
      if (fixed) await sleep(raceMs);
      const { views } = held;
      if (!fixed) await sleep(raceMs);
      held.views = views + 1;
      return [204];
    },
    'GET /views/:id': ({ params }) => {
      const { views } = page(params.id);
      return [200, { about: Math.round(views * off(views)) }];
    },
  });
}
