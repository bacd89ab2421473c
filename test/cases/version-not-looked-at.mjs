// Each edit sends back the version that it was made from, and the server stores it without a look: the last writer
// wins, silently. Fixed: an edit of an old version is refused with 409.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, workMs = 8 } = {}) {
  const account = byName(() => ({ points: 0, version: 1 }));

  return serve(port, {
    'GET /accounts/:id': ({ params }) => [200, account(params.id)],
    'PUT /accounts/:id': async ({ params, json }) => {
      const held = account(params.id);
      const { points, version } = await json();
      await sleep(workMs);
      if (fixed && version !== held.version) return [409, { error: 'conflict', version: held.version }];
      held.points = points;
      held.version += 1;
      return [200, held];
    },
  });
}
