// Wrong when an event is missed. Readers look at a copy that is changed by events alone: each write to the store is
// followed by one that carries the new number. The event is not part of the store's transaction (Debezium docs, "Outbox
// Event Router": why writing and publishing as two steps may do only one of them); every third is lost here, and the copy
// stays old until the next one arrives: for ever, if there is none.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { lossyLink, memoryStore } from './store.ts';

function eventRefreshCounter(): Counter {
  const store = memoryStore();
  const copy = memoryStore();
  const arrives = lossyLink(3);
  return {
    async set(key, value) {
      store.set(key, value);
      copy.set(key, value);
    },
    async increment(key) {
      const n = store.add(key);
      if (arrives(key)) copy.set(key, n);
      return n;
    },
    read: async (key) => copy.get(key),
    views: { stored: async (key) => store.get(key) },
  };
}

/** A copy that only events change; every third is missed. */
export const eventRefresh: Design = {
  id: 'event-refresh',
  title: 'a copy that is changed by events alone; every third event is missed',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP108',
  needs: [],
  start: ({ port = 0 }) => serve('event-refresh', counterContract(eventRefreshCounter()), port),
};
