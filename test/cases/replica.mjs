// Writes go to the primary, reads to a replica that applies everything so much later, in order, losing nothing.
// Fixed: no delay.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, lagMs = 150 } = {}) {
  const row = byName(() => ({ primary: 0, replica: 0 }));

  return serve(port, {
    'POST /rows/:id': async ({ params }) => {
      await sleep(3);
      const held = row(params.id);
      held.primary += 1;
      const copied = held.primary;
      if (fixed) held.replica = copied;
      else setTimeout(() => Object.assign(held, { replica: copied }), lagMs).unref();
      return [204];
    },
    'GET /rows/:id': ({ params }) => [200, { n: row(params.id).replica }],
  });
}
