// Every third write is done at once and answered only when the client has long gone. The count is right, and what the
// client can know is a range. With `racy`, the number is also read and then written. Fixed: answered at once.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, racy = false, lateMs = 900 } = {}) {
  const counter = byName(() => ({ n: 0, seen: 0 }));

  return serve(port, {
    'POST /likes/:id': async ({ params }) => {
      const held = counter(params.id);
      const late = held.seen++ % 3 === 1;
      const { n } = held;
      if (racy && !fixed) await sleep(15);
      held.n = racy && !fixed ? n + 1 : held.n + 1;
      if (late && !fixed) await sleep(lateMs);
      return [200, { ok: true }];
    },
    'GET /likes/:id': ({ params }) => [200, { n: counter(params.id).n }],
  });
}
