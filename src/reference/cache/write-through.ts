// Wrong when one of its two updates fails. A write goes to the store and then to the cache, and readers look at the cache.
// Nothing spans both: every seventh update of the cache fails here, the error is swallowed, and cache and store say two
// different numbers until the next write that gets through (AWS whitepaper, "Database Caching Strategies Using Redis",
// "Write-through": the cache is updated with the database, by the application, one after the other).
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { lossyLink, memoryStore } from './store.ts';

function writeThroughCounter(): Counter {
  const store = memoryStore();
  const cache = memoryStore();
  const arrives = lossyLink(7);
  return {
    async set(key, value) {
      store.set(key, value);
      cache.set(key, value);
    },
    async increment(key) {
      const n = store.add(key);
      if (arrives(key)) cache.set(key, n);
      return n;
    },
    read: async (key) => cache.get(key),
    views: { stored: async (key) => store.get(key) },
  };
}

/** Every seventh update of the cache fails, and the write is acknowledged all the same. */
export const writeThrough: Design = {
  id: 'write-through',
  title: 'a store and a cache written one after the other; every seventh write to the cache fails',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP107',
  needs: [],
  start: ({ port = 0 }) => serve('write-through', counterContract(writeThroughCounter()), port),
};
