// The counter is right, and it is not ours alone: somebody else adds to it all the time. Fixed: nobody does.
import { byName, serve } from './kit.mjs';

export function start({ port = 0, fixed = false, everyMs = 50 } = {}) {
  const names = new Set();
  const counter = byName((name) => {
    names.add(name);
    return { n: 0 };
  });
  const others = () => {
    for (const name of names) counter(name).n += 1;
  };
  const timer = fixed ? null : setInterval(others, everyMs);

  return serve(
    port,
    {
      'POST /hits/:name': ({ params }) => {
        counter(params.name).n += 1;
        return [204];
      },
      'GET /hits/:name': ({ params }) => [200, { hits: counter(params.name).n }],
    },
    { onClose: () => clearInterval(timer) },
  );
}
