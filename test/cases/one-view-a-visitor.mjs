// A view counts once a visitor: by `X-Visitor`, else by address. That is a rule, not a loss, and from outside it looks
// like one. The answer has an ETag, which stays the same while the number does. Fixed: every view counts.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const page = byName(() => ({ views: 0, visitors: new Set() }));

  return serve(port, {
    'POST /pages/:id/view': async ({ params, headers, request }) => {
      const held = page(params.id);
      const visitor = headers['x-visitor'] ?? request.socket.remoteAddress;
      await sleep(3);
      if (fixed || !held.visitors.has(visitor)) held.views += 1;
      held.visitors.add(visitor);
      return [200, { ok: true }];
    },
    'GET /pages/:id': ({ params }) => {
      const { views } = page(params.id);
      return [200, { views }, { ETag: `"${views}"` }];
    },
  });
}
