// The limiter adds first and looks afterwards: five are admitted, and the page of usage counts the refused ones too.
// Fixed: only what was admitted is used.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, limit = 5 } = {}) {
  const visitor = byName(() => ({ used: 0 }));

  return serve(port, {
    'POST /quotas/:id/downloads': async ({ params }) => {
      await sleep(4);
      const held = visitor(params.id);
      if (fixed && held.used >= limit) return [429, { error: 'used up' }];
      held.used += 1;
      return held.used > limit ? [429, { error: 'used up' }] : [200, { used: held.used }];
    },
    'GET /quotas/:id': ({ params }) => [200, { used: visitor(params.id).used }],
  });
}
