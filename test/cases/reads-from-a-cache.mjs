// Writes go to the counter, looks at it to a cache that keeps an answer for half a minute and says so: Age, X-Cache and
// the Date of the kept answer. What is behind cannot be seen. Fixed: `no-store`, every look goes through.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, keptMs = 30_000 } = {}) {
  const counter = byName(() => ({ n: 0, kept: null }));
  const seconds = (sinceMs) => Math.floor((Date.now() - sinceMs) / 1000);

  return serve(port, {
    'POST /plays/:id': async ({ params }) => {
      await sleep(3);
      counter(params.id).n += 1;
      return [200, { ok: true }];
    },
    'GET /plays/:id': ({ params }) => {
      const held = counter(params.id);
      if (fixed) return [200, { plays: held.n }, { 'Cache-Control': 'no-store' }];
      const hit = held.kept !== null && Date.now() - held.kept.at < keptMs;
      if (!hit) held.kept = { n: held.n, at: Date.now() };
      const { n, at } = held.kept;
      const said = {
        Age: seconds(at),
        'X-Cache': hit ? 'HIT from edge' : 'MISS from edge',
        Date: new Date(at).toUTCString(),
      };
      return [200, { plays: n }, { 'Cache-Control': 'public, max-age=30', ...said }];
    },
  });
}
