// Answers twelve writes and is gone: nobody listens any more. Fixed: stays.
import { byName, serve } from './kit.mjs';

export async function start({ port = 0, fixed = false } = {}) {
  const counter = byName(() => ({ n: 0 }));
  const server = await serve(port, {
    'POST /inc/:id': ({ params }) => {
      const held = counter(params.id);
      held.n += 1;
      if (!fixed && held.n === 12) setTimeout(() => server.close(), 20);
      return [200, { ok: true }];
    },
    'GET /inc/:id': ({ params }) => [200, { n: counter(params.id).n }],
  });
  let closed = null;
  const close = server.close;
  server.close = () => {
    closed ??= close();
    return closed;
  };
  return server;
}
