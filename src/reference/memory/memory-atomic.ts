// Right, for as long as one process serves the counter. Read, add and write happen with no await between them, and Node
// hands control to another request only at an await (Node.js guide, "Don't Block the Event Loop": one thread runs all
// callbacks). A second process or a restart breaks it: the number lives in this one's memory.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';

function atomicCounter(): Counter {
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
    async read(key) {
      return numbers.get(key) ?? 0;
    },
  };
}

/** Read and write in one step, in this process. */
export const memoryAtomic: Design = {
  id: 'memory-atomic',
  title: 'a number in this process, read and written in one step',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0 }) => serve('memory-atomic', counterContract(atomicCounter()), port),
};
