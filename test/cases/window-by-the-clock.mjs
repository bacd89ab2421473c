// Five a window, and windows begin by the clock, so up to ten may pass within one window's length across its edge; that
// is what such a limiter promises. Looked at and counted in two steps: a burst passes whole. Fixed: one step.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, limit = 5, windowMs = 600, raceMs = 15 } = {}) {
  const window = byName(() => ({ n: 0 }));

  return serve(port, {
    'GET /search': async ({ headers }) => {
      if (fixed) await sleep(raceMs);
      const held = window(`${headers['x-client']}:${Math.floor(Date.now() / windowMs)}`);
      const { n } = held;
      if (n >= limit) return [429, { error: 'slow down' }];
      if (!fixed) await sleep(raceMs);
      held.n += 1;
      return [200, { results: [] }];
    },
  });
}
