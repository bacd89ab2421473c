// Counts right, for those who can ask: needs a token, shows no number without one, and answers 404 where nothing is.
// Fixed: open to all.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const counter = byName(() => ({ n: 0 }));
  const mayNot = ({ headers }) => !fixed && headers.authorization !== 'Bearer right';

  return serve(port, {
    'POST /votes/:id': async (call) => {
      await sleep(2);
      if (mayNot(call)) return [403, { error: 'not yours' }];
      counter(call.params.id).n += 1;
      return [200, { ok: true }];
    },
    'GET /votes/:id': ({ params }) => [200, { votes: counter(params.id).n }],
    'GET /votes/:id/private': (call) =>
      mayNot(call) ? [200, { login: 'please' }] : [200, { votes: counter(call.params.id).n }],
    'POST /session': (call) => (mayNot(call) ? [401, { error: 'who are you' }] : [200, { ok: true }]),
  });
}
