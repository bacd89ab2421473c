// Each customer may take one coupon. One logs in by a form, gets a cookie, takes a token from the page and sends both.
// "Has this customer one?" is asked a moment before it is written down. Fixed: one step.
import { randomUUID } from 'node:crypto';
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 12 } = {}) {
  const sessions = new Map();
  const customer = byName(() => ({ coupons: 0 }));
  const sessionOf = ({ headers }) => sessions.get(/(?:^|; )sid=([^;]+)/.exec(headers.cookie ?? '')?.[1]);

  return serve(port, {
    'POST /login': async ({ form }) => {
      const { user, password } = await form();
      if (password !== 'open sesame') return [403, 'wrong password'];
      const sid = randomUUID();
      sessions.set(sid, { user, token: randomUUID() });
      return [302, '', { Location: '/coupons', 'Set-Cookie': [`theme=dark; Path=/`, `sid=${sid}; HttpOnly; Path=/`] }];
    },
    'GET /coupons': (call) => {
      const session = sessionOf(call);
      if (!session) return [401, 'log in'];
      return [200, `<form><input type="hidden" name="csrf" value="${session.token}"></form>`];
    },
    'POST /coupons': async (call) => {
      const session = sessionOf(call);
      if (!session || call.headers['x-csrf-token'] !== session.token) return [403, { error: 'no token' }];
      const held = customer(session.user);
      if (fixed) await sleep(raceMs);
      if (held.coupons > 0) return [409, { error: 'one each' }];
      if (!fixed) await sleep(raceMs);
      held.coupons += 1;
      return [201, { coupon: randomUUID() }];
    },
  });
}
