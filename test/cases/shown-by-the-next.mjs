// The page is made anew by a write, if it is a quarter of a second old by then: what came meanwhile is missing until
// somebody writes again. Nothing is lost. Fixed: made anew by each write.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false, keptMs = 250 } = {}) {
  const board = byName(() => ({ entries: 0, page: 0, madeAt: Number.NEGATIVE_INFINITY }));

  return serve(port, {
    'POST /boards/:id/entries': ({ params }) => {
      const held = board(params.id);
      const now = performance.now();
      held.entries += 1;
      if (fixed || now - held.madeAt >= keptMs) Object.assign(held, { page: held.entries, madeAt: now });
      return [201, { ok: true }];
    },
    'GET /boards/:id': ({ params }) => [200, { entries: board(params.id).page }],
  });
}
