// What was counted shows once in a while, all at once, by a timer. Nothing is lost, and a reader that looks for less than
// that while sees a number that stands still. Fixed: the timer is quick.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false, everyMs = 1500 } = {}) {
  const names = new Set();
  const metric = byName((name) => {
    names.add(name);
    return { n: 0, shown: 0 };
  });
  const flush = () => {
    for (const name of names) metric(name).shown = metric(name).n;
  };
  const timer = setInterval(flush, fixed ? 30 : everyMs);

  return serve(
    port,
    {
      'POST /metrics/:name': ({ params }) => {
        metric(params.name).n += 1;
        return [202, { ok: true }];
      },
      'GET /metrics/:name': ({ params }) => [200, { value: metric(params.name).shown }],
    },
    { onClose: () => clearInterval(timer) },
  );
}
