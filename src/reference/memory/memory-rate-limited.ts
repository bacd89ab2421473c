// Right, by refusing. The same read, wait and write back as memory-read-write, on a store that takes one write to a key
// per second and answers 429 to the rest (Cloudflare docs, Workers KV, "Limits" and "Write key-value pairs": one write
// a second to the same key, 429 beyond it). A write that read an old number comes too soon after the one that made it
// old, so it is refused, aloud: fewer count, and none that was acknowledged is lost. This is what the documentation
// promises, as a model. It holds while the window is shorter than the limit.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { serve } from '../http/node-server.ts';
import { pause } from './pause.ts';

function rateLimitedCounter(limitMs: number, windowMs: number, nowMs: () => number): Counter {
  const numbers = new Map<string, number>();
  const writtenMs = new Map<string, number>();

  const put = (key: string, value: number) => {
    const sinceMs = nowMs() - (writtenMs.get(key) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs < limitMs) throw new Refusal(429, `one write to a key in ${limitMs} ms; this one was not made`);
    writtenMs.set(key, nowMs());
    numbers.set(key, value);
  };

  return {
    async set(key, value) {
      numbers.set(key, value);
      writtenMs.delete(key);
    },
    async increment(key) {
      const n = numbers.get(key) ?? 0;
      await pause(windowMs);
      put(key, n + 1);
      return n + 1;
    },
    async read(key) {
      return numbers.get(key) ?? 0;
    },
  };
}

/** A second write to a key within a second is answered 429; a model of the limit Workers KV documents. */
export const memoryRateLimited: Design = {
  id: 'memory-rate-limited',
  title: 'a store that answers 429 to a second write to a key within a second: a model of Workers KV as documented',
  kind: 'model',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0, windowMs = 5, limitMs = 1000, nowMs = () => performance.now() }) =>
    serve('memory-rate-limited', counterContract(rateLimitedCounter(limitMs, windowMs, nowMs)), port),
};
