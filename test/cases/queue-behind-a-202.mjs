// A write is answered 202 and done later, by a worker that takes one every so often. With little room, what finds the
// queue full is thrown away and answered 202 as well. Fixed: the worker is quick, and a full queue answers 429.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false, everyMs = 40, room = 1000 } = {}) {
  const metric = byName(() => ({ n: 0 }));
  const waiting = [];
  const work = () => {
    const name = waiting.shift();
    if (name !== undefined) metric(name).n += 1;
  };
  const worker = setInterval(work, fixed ? 5 : everyMs);

  return serve(
    port,
    {
      'POST /events/:name': ({ params }) => {
        if (waiting.length < room) waiting.push(params.name);
        else if (fixed) return [429, { error: 'queue full' }];
        return [202, { queued: true }];
      },
      'GET /events/:name': ({ params }) => [200, { n: metric(params.name).n }],
    },
    { onClose: () => clearInterval(worker) },
  );
}
