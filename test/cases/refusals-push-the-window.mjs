// Five in half a second, and each refused request begins the half second anew: who keeps asking is never let in again.
// Fixed: refused requests change nothing.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, limit = 5, windowMs = 500 } = {}) {
  const client = byName(() => ({ n: 0, endsAt: 0 }));

  return serve(port, {
    'GET /feed': async ({ headers }) => {
      await sleep(3);
      const held = client(headers['x-client'] ?? 'nobody');
      const now = performance.now();
      if (now >= held.endsAt) Object.assign(held, { n: 0, endsAt: now + windowMs });
      if (held.n < limit) {
        held.n += 1;
        return [200, { items: [] }];
      }
      if (!fixed) held.endsAt = now + windowMs;
      return [429, { error: 'slow down' }, { 'Retry-After': '1' }];
    },
  });
}
