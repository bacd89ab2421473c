// The page is made anew by each write, before that write is added: the last one is always missing, until somebody
// writes again. Nothing is lost. Fixed: added first.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const board = byName(() => ({ entries: 0, page: 0 }));

  return serve(port, {
    'POST /boards/:id/entries': ({ params }) => {
      const held = board(params.id);
      if (!fixed) held.page = held.entries;
      held.entries += 1;
      if (fixed) held.page = held.entries;
      return [201, { ok: true }];
    },
    'GET /boards/:id': ({ params }) => [200, { entries: board(params.id).page }],
  });
}
