// One write a moment: what comes before the last is finished is told 429 and not done. Loud, and right. Fixed: all wait
// their turn.
import { byName, queue, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, workMs = 60 } = {}) {
  const key = byName(() => ({ n: 0, busy: false }));
  const inTurn = queue();

  const put = async (held) => {
    held.busy = true;
    await sleep(fixed ? 3 : workMs);
    held.n += 1;
    held.busy = false;
    return [200, { ok: true }];
  };

  return serve(port, {
    'POST /keys/:id': ({ params }) => {
      const held = key(params.id);
      if (fixed) return inTurn(() => put(held));
      return held.busy ? [429, { error: 'too many writes to this key' }] : put(held);
    },
    'GET /keys/:id': ({ params }) => [200, { value: key(params.id).n }],
  });
}
