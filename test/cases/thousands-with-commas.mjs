// A page shows its views as people write them, `1,004 views`, and carries an ETag that changes with the number only.
// (or in another `locale`, `1.004`). The count is read, then written: lost under overlap. Fixed: one step.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, careful = false, locale = 'en-US', raceMs = 12 } = {}) {
  const right = fixed || careful;
  const page = byName(() => ({ views: 995 }));
  const html = (views) => `<!doctype html><h1>Page 7</h1><p>${views.toLocaleString(locale)} views in 24 days</p>`;

  return serve(port, {
    'POST /pages/:id/views': async ({ params }) => {
      const held = page(params.id);
      if (right) await sleep(raceMs);
      const { views } = held;
      if (!right) await sleep(raceMs);
      held.views = views + 1;
      return [204];
    },
    'GET /pages/:id': ({ params }) => {
      const { views } = page(params.id);
      return [200, html(views), { 'Content-Type': 'text/html; charset=utf-8', ETag: `W/"${views}"` }];
    },
  });
}
