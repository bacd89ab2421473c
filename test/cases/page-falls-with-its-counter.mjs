// A tracker with a budget of twenty writes a site. When it is spent, hits are refused, which is fair; but the page asks
// the same store for the number it shows, and answers 500, or with `harm: 'slow'` waits for it. Fixed: without a number.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, budget = 12, harm = 'error', waitMs = 400 } = {}) {
  const site = byName(() => ({ hits: 0 }));
  let spent = 0;

  return serve(port, {
    'POST /hit/:site': async ({ params }) => {
      await sleep(4);
      if (spent >= budget) return [503, { error: 'daily budget of the store is spent' }];
      spent += 1;
      site(params.site).hits += 1;
      return [204];
    },
    'GET /stats/:site': ({ params }) => [200, { hits: site(params.site).hits }],
    'GET /welcome': async () => {
      const ok = [200, '<h1>Welcome</h1>', { 'Content-Type': 'text/html' }];
      if (fixed || spent < budget) return ok;
      if (harm === 'error') return [500, 'counter unavailable'];
      await sleep(waitMs);
      return ok;
    },
  });
}
