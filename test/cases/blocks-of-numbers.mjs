// Two workers hand out numbers from blocks of five that they fetch from the table by reading it and writing it back;
// both may get the same block. Fixed: fetched in one step: numbers come out of order and with holes, and never twice.
import { serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, size = 5, raceMs = 12 } = {}) {
  let table = 1;
  let turn = 0;
  const workers = [0, 1].map(() => ({ next: 1, end: 1, fetching: null }));

  const fetchBlock = async (worker) => {
    if (fixed) await sleep(raceMs);
    const from = table;
    if (!fixed) await sleep(raceMs);
    table = from + size;
    Object.assign(worker, { next: from, end: from + size, fetching: null });
  };
  const draw = async (worker) => {
    while (worker.next >= worker.end) {
      worker.fetching ??= fetchBlock(worker);
      await worker.fetching;
    }
    return worker.next++;
  };

  return serve(port, {
    'POST /invoices': async () => {
      const number = await draw(workers[turn++ % 2]);
      return [201, { invoice: { number: `R-${String(number).padStart(5, '0')}` } }];
    },
  });
}
