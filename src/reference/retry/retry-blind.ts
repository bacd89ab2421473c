// Wrong as soon as a client retries. The increment is one step (see memory-atomic), and that does not help: a client whose
// answer was lost cannot know whether it counted, sends it again, and it counts again (AWS docs, DynamoDB, "Working
// with items", "Atomic counters": not idempotent, a retry may overcount). The `Idempotency-Key` that says it is the same
// one is not looked at.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';

function blindCounter(): Counter {
  const numbers = new Map<string, number>();
  return {
    async set(key, value) {
      numbers.set(key, value);
    },
    async increment(key) {
      const n = (numbers.get(key) ?? 0) + 1;
      numbers.set(key, n);
      return n;
    },
    read: async (key) => numbers.get(key) ?? 0,
  };
}

/** An atomic increment that is counted again when it is sent again. */
export const retryBlind: Design = {
  id: 'retry-blind',
  title: 'a number in this process, added to in one step, whatever the Idempotency-Key',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP110',
  needs: [],
  start: ({ port = 0 }) => serve('retry-blind', counterContract(blindCounter()), port),
};
