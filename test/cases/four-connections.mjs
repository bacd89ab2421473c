// Takes four connections at a time and closes any more as they come. What it gets it counts right. Fixed: takes all.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const counter = byName(() => ({ n: 0 }));

  return serve(
    port,
    {
      'POST /inc/:id': async ({ params }) => {
        await sleep(10);
        counter(params.id).n += 1;
        return [200, { ok: true }];
      },
      'GET /inc/:id': ({ params }) => [200, { n: counter(params.id).n }],
    },
    { maxConnections: fixed ? 0 : 4 },
  );
}
