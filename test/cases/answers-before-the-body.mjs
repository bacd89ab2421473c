// Counts and answers as soon as it has seen the headers, and reads the body afterwards. The count is right. A client
// that keeps back the last byte of the body has its write done before it lets go. Fixed: reads first.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const counter = byName(() => ({ n: 0 }));

  return serve(port, {
    'POST /log/:id': async ({ params, request, text }) => {
      if (fixed) await text();
      else request.resume();
      counter(params.id).n += 1;
      return [202, { ok: true }];
    },
    'GET /log/:id': ({ params }) => [200, { lines: counter(params.id).n }],
  });
}
