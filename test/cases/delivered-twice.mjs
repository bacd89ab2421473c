// A queue delivers again what was not done in time, and nobody looks whether it was done after all: in a rush some
// writes count twice. One by one they are quick enough. Fixed: each message counts once, however often it comes.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, slots = 4, workMs = 10, patienceMs = 25 } = {}) {
  const counter = byName(() => ({ n: 0 }));
  let busy = 0;

  const deliver = async (id, done) => {
    while (busy >= slots) await sleep(2);
    busy += 1;
    await sleep(workMs);
    busy -= 1;
    if (fixed && done.yet) return;
    done.yet = true;
    counter(id).n += 1;
  };

  return serve(port, {
    'POST /mails/:id': async ({ params }) => {
      const done = { yet: false };
      const first = deliver(params.id, done);
      await Promise.race([first, sleep(patienceMs)]);
      await Promise.all(done.yet ? [first] : [first, deliver(params.id, done)]);
      return [200, { sent: true }];
    },
    'GET /mails/:id': ({ params }) => [200, { sent: counter(params.id).n }],
  });
}
