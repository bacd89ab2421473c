// Half of the clients hang up before the answer, and what they asked for is done all the same. Fixed: it is dropped when
// they have gone by then. Both are right: who hung up cannot know, and nobody was told anything untrue.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, workMs = 150 } = {}) {
  const counter = byName(() => ({ n: 0 }));

  return serve(port, {
    'POST /builds/:id': async ({ params, response }) => {
      await sleep(workMs);
      if (fixed && response.destroyed) return;
      counter(params.id).n += 1;
      return [201, { ok: true }];
    },
    'GET /builds/:id': ({ params }) => [200, { builds: counter(params.id).n }],
  });
}
