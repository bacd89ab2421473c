// The count is right; looking at it is limited to one look in so many milliseconds, and the others are told 429. A
// reader has to come again. Fixed: no limit on reads.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, everyMs = 180 } = {}) {
  const counter = byName(() => ({ stars: 0 }));
  let nextAt = 0;

  return serve(port, {
    'POST /repos/:id/stars': async ({ params }) => {
      await sleep(3);
      counter(params.id).stars += 1;
      return [204];
    },
    'GET /repos/:id': ({ params }) => {
      const now = performance.now();
      if (!fixed && now < nextAt) return [429, { message: 'rate limit exceeded' }, { 'Retry-After': '1' }];
      nextAt = now + everyMs;
      return [200, { id: params.id, stars: counter(params.id).stars }];
    },
  });
}
