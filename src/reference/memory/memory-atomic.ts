// Right, for as long as one process serves the counter. Read, add and write happen between two awaits, and Node hands
// control to another request only at an await (Node.js guide, "Don't Block the Event Loop": one thread runs all
// callbacks). The pause comes before, not between, so requests overlap as much as in memory-read-write.
// A second process or a restart breaks it: the number lives in this one's memory.
import type { Counter } from '../counter/counter.ts';
import { serveCounter } from '../counter/node-server.ts';
import type { Design } from '../design.ts';
import { pause } from './pause.ts';

function atomicCounter(windowMs: number): Counter {
  const numbers = new Map<string, number>();
  return {
    async set(key, value) {
      numbers.set(key, value);
    },
    async increment(key) {
      await pause(windowMs);
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
  start: ({ port = 0, windowMs = 5 }) => serveCounter('memory-atomic', atomicCounter(windowMs), port),
};
