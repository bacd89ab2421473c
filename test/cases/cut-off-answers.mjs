// Every third answer breaks off in the middle: the length is stated, the body is not all there. What it was the answer
// to is done. Fixed: whole answers.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const counter = byName(() => ({ n: 0, seen: 0 }));

  return serve(port, {
    'POST /rows/:id': async ({ params, response }) => {
      const held = counter(params.id);
      const breaks = held.seen++ % 3 === 1;
      await sleep(4);
      held.n += 1;
      if (fixed || !breaks) return [200, { inserted: 1, total: held.n }];
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 400 });
      response.write('{"inserted": 1, "total": 1');
      setTimeout(() => response.destroy(), 15);
    },
    'GET /rows/:id': ({ params }) => [200, { total: counter(params.id).n }],
  });
}
