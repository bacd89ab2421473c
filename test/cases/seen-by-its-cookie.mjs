// Reads come from a replica that is behind. A write answers with a cookie that says how far it was, and a read that has
// the cookie waits until the replica is there: everybody sees what they wrote, and others see it later. With `careless`,
// nobody looks at the cookie. Fixed: looked at.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, careless = false, lagMs = 250 } = {}) {
  const row = byName(() => ({ primary: 0, replica: 0 }));
  const placeOf = (headers) => Number(/(?:^|; )place=(\d+)/.exec(headers.cookie ?? '')?.[1] ?? 0);

  return serve(port, {
    'POST /rows/:id': async ({ params }) => {
      await sleep(3);
      const held = row(params.id);
      held.primary += 1;
      const place = held.primary;
      setTimeout(() => Object.assign(held, { replica: Math.max(held.replica, place) }), lagMs).unref();
      return [201, { ok: true }, { 'Set-Cookie': `place=${place}; Path=/; HttpOnly` }];
    },
    'GET /rows/:id': async ({ params, headers }) => {
      const place = careless && !fixed ? 0 : placeOf(headers);
      while (row(params.id).replica < place) await sleep(5);
      return [200, { n: row(params.id).replica }];
    },
  });
}
