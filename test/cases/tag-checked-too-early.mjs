// If-Match is compared when the request comes in, and the record is written a moment later: editors that overlap all
// pass with one tag and write the same successor. Fixed: compared and written in one step, the others get 412.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 15 } = {}) {
  const record = byName(() => ({ n: 0, version: 1 }));
  const tag = (r) => `"v${r.version}"`;

  return serve(port, {
    'GET /docs/:id': ({ params }) => {
      const r = record(params.id);
      return [200, { n: r.n, title: 'a page' }, { ETag: tag(r) }];
    },
    'PUT /docs/:id': async ({ params, headers, json }) => {
      const r = record(params.id);
      const { n } = await json();
      const outdated = () => headers['if-match'] !== tag(r);
      if (!fixed && outdated()) return [412, { error: 'the record has changed' }];
      await sleep(raceMs);
      if (fixed && outdated()) return [412, { error: 'the record has changed' }];
      r.n = n;
      r.version += 1;
      return [200, { n }, { ETag: tag(r) }];
    },
  });
}
