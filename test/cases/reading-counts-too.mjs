// A page that counts its visits and shows the number to each visitor: looking is counting. The number is read and then
// written, so visits that overlap are lost. Fixed: one step; looking still counts, which is what it is for.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, careful = false, raceMs = 12 } = {}) {
  const page = byName(() => ({ visits: 0 }));
  const right = fixed || careful;

  return serve(port, {
    'GET /visits/:id': async ({ params }) => {
      const held = page(params.id);
      if (right) await sleep(raceMs);
      const { visits } = held;
      if (!right) await sleep(raceMs);
      held.visits = visits + 1;
      return [200, `<p>You are visitor no. ${held.visits}</p>`, { 'Cache-Control': 'no-store' }];
    },
  });
}
