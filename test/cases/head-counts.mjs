// A beacon asked for by HEAD: the answer has a length and no body. The count is read, then written. Fixed: one step.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 12 } = {}) {
  const beacon = byName(() => ({ seen: 0 }));

  return serve(port, {
    'HEAD /beacon/:id': async ({ params, response }) => {
      const held = beacon(params.id);
      if (fixed) await sleep(raceMs);
      const { seen } = held;
      if (!fixed) await sleep(raceMs);
      held.seen = seen + 1;
      response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': 43 });
      response.end();
    },
    'GET /beacon/:id/seen': ({ params, response }) => {
      response.writeHead(200, { 'X-Seen': beacon(params.id).seen });
      response.end();
    },
  });
}
