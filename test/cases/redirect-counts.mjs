// A short link counts and answers 302. The place it leads to counts as well, as its own visit; so a client that follows
// counts twice. The count is read, then written; before the first click there is none. Fixed: one step.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 12 } = {}) {
  const link = byName(() => ({ clicks: 0 }));
  const count = async (id) => {
    const held = link(id);
    if (fixed) await sleep(raceMs);
    const { clicks } = held;
    if (!fixed) await sleep(raceMs);
    held.clicks = clicks + 1;
  };

  return serve(port, {
    'GET /go/:id': async ({ params }) => {
      await count(params.id);
      return [302, '', { Location: `/there/${params.id}` }];
    },
    'GET /there/:id': async ({ params }) => {
      await count(params.id);
      return [200, 'here you are'];
    },
    'GET /stats': ({ query }) => {
      const { clicks } = link(query.get('id'));
      return clicks === 0 ? [404, { error: 'no clicks yet' }] : [200, { link: query.get('id'), clicks }];
    },
  });
}
