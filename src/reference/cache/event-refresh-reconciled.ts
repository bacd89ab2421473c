// Right for who can bear a number that is a tenth of a second old. The same events as in event-refresh, and every third of
// them is lost too; but whatever they missed is set right by a pass that compares the copy with the store, at the latest
// before the first read that comes 100 ms after the last pass. So a read is never older than that: the pass is the bound,
// and the events only make it fresher than it must be.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { lossyLink, memoryStore } from './store.ts';

function reconciledCounter(everyMs: number, nowMs: () => number): Counter {
  const store = memoryStore();
  const copy = memoryStore();
  const arrives = lossyLink(3);
  const passedMs = new Map<string, number>();

  const reconcile = (key: string) => {
    if (nowMs() < (passedMs.get(key) ?? Number.NEGATIVE_INFINITY) + everyMs) return;
    passedMs.set(key, nowMs());
    copy.set(key, store.get(key));
  };

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
    async read(key) {
      reconcile(key);
      return copy.get(key);
    },
    views: { stored: async (key) => store.get(key) },
  };
}

/** Events, and a pass that sets right what they missed. */
export const eventRefreshReconciled: Design = {
  id: 'event-refresh-reconciled',
  title: 'a copy that is changed by events, of which every third is missed, and set right every 100 ms',
  kind: 'model',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0, lagMs = 100, nowMs = () => performance.now() }) =>
    serve('event-refresh-reconciled', counterContract(reconciledCounter(lagMs, nowMs)), port),
};
