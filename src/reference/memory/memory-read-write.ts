// Wrong. The number is read, one is added, and the sum is written back, with an await in between: every request that
// reads during another's window computes the same sum, and all but one of these writes are gone, each answered 200.
// One thread does not save it: Node runs a function whole only up to its next await (Node.js guide, "The Node.js Event
// Loop"). The pause stands for the round trip to a database.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { pause } from './pause.ts';

function readWriteCounter(windowMs: number): Counter {
  const numbers = new Map<string, number>();
  return {
    async set(key, value) {
      numbers.set(key, value);
    },
    async increment(key) {
      const n = numbers.get(key) ?? 0;
      await pause(windowMs);
      numbers.set(key, n + 1);
      return n + 1;
    },
    async read(key) {
      return numbers.get(key) ?? 0;
    },
  };
}

/** Read, wait, write back, in this process. */
export const memoryReadWrite: Design = {
  id: 'memory-read-write',
  title: 'a number in this process, read and written back with an await between',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [],
  start: ({ port = 0, windowMs = 5 }) => serve('memory-read-write', counterContract(readWriteCounter(windowMs)), port),
};
