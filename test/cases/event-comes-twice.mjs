// Events carry their id in the body and may come twice; each time the balance is raised. Fixed: an id that was there
// before changes nothing, and is answered as before.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const account = byName(() => ({ credits: 0, seen: new Set() }));

  return serve(port, {
    'POST /webhooks/:id': async ({ params, json }) => {
      const { event } = await json();
      const held = account(params.id);
      const known = held.seen.has(event.id);
      held.seen.add(event.id);
      await sleep(5);
      if (!known || !fixed) held.credits += 50;
      return [200, { received: true }];
    },
    'GET /accounts/:id': ({ params }) => [200, { credits: account(params.id).credits }],
  });
}
