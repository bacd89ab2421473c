// Each connection belongs to one of two workers, by turns, and each worker has a counter of its own; over one
// connection one sees one worker for ever. Fixed: one counter for both.
import { serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const counts = [0, 0];
  const workers = new WeakMap();
  let connections = 0;
  const workerOf = ({ request: { socket } }) => {
    if (!workers.has(socket)) workers.set(socket, connections++ % 2);
    return workers.get(socket);
  };

  return serve(port, {
    'POST /jobs': async (call) => {
      counts[workerOf(call)] += 1;
      await sleep(3);
      return [202, { ok: true }];
    },
    'GET /status': (call) => [200, { jobs_total: fixed ? counts[0] + counts[1] : counts[workerOf(call)] }],
  });
}
