// Right, for as long as one process serves the counter. The id of the event (its `Idempotency-Key`) and the increment are
// noted in one step with no await in it, so there is no moment at which one is there and the other is not: an event that
// is sent again, whether the first has been answered or not, finds its id and gets the same answer. Ids are kept for
// good; where they are not, a retry must not outlast them (see retry-key-forgotten).
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';

function eventCounter(): Counter {
  const numbers = new Map<string, number>();
  const counted = new Map<string, number>();
  return {
    async set(key, value) {
      numbers.set(key, value);
    },
    async increment(key, event) {
      const id = JSON.stringify([key, event]);
      const before = event === null ? undefined : counted.get(id);
      if (before !== undefined) return before;
      const n = (numbers.get(key) ?? 0) + 1;
      numbers.set(key, n);
      if (event !== null) counted.set(id, n);
      return n;
    },
    read: async (key) => numbers.get(key) ?? 0,
  };
}

/** Event id and increment in one step, in this process. */
export const retryEventsMemory: Design = {
  id: 'retry-events-memory',
  title: 'a number in this process, and the ids of the events it has counted, noted in one step',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0 }) => serve('retry-events-memory', counterContract(eventCounter()), port),
};
