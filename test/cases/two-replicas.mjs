// Two replicas answer reads in turn, one 40 ms behind and one 220 ms; both come to the same number. With `racy`, the
// primary reads its number and then writes it. Fixed: no delay.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, racy = false, lagsMs = [40, 220] } = {}) {
  const row = byName(() => ({ primary: 0, replicas: lagsMs.map(() => 0) }));
  let turn = 0;

  return serve(port, {
    'POST /rows/:id': async ({ params }) => {
      const held = row(params.id);
      const seen = held.primary;
      await sleep(12);
      held.primary = racy && !fixed ? seen + 1 : held.primary + 1;
      const copied = held.primary;
      for (const [at, lagMs] of lagsMs.entries()) {
        const apply = () => Object.assign(held.replicas, { [at]: Math.max(held.replicas[at], copied) });
        if (fixed) apply();
        else setTimeout(apply, lagMs).unref();
      }
      return [204];
    },
    'GET /rows/:id': ({ params }) => [200, { n: row(params.id).replicas[turn++ % 2] }],
  });
}
