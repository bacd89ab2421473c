// Right. A write goes to the cache and to the store, and is acknowledged when both have it: where the update of the cache
// fails, the store is not touched and the write is answered 429. Refused aloud, never half done. In this process the two
// changes are one step; with a cache elsewhere, delete from it first and let the next read fill it, so that a failure
// half way leaves a miss and not an old number.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { serve } from '../http/node-server.ts';
import { lossyLink, memoryStore } from './store.ts';

function writeBothCounter(): Counter {
  const store = memoryStore();
  const cache = memoryStore();
  const arrives = lossyLink(7);
  return {
    async set(key, value) {
      store.set(key, value);
      cache.set(key, value);
    },
    async increment(key) {
      if (!arrives(key)) throw new Refusal(429, 'the cache did not take the write; it was not made');
      cache.set(key, store.add(key));
      return store.get(key);
    },
    read: async (key) => cache.get(key),
    views: { stored: async (key) => store.get(key) },
  };
}

/** Both are written, or the write is refused. */
export const writeThroughBoth: Design = {
  id: 'write-through-both',
  title: 'a store and a cache, both written or the write refused',
  kind: 'model',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0 }) => serve('write-through-both', counterContract(writeBothCounter()), port),
};
