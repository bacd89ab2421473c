// Wrong, by its order. It counts, and then answers the redirect; so whoever clicks waits for the store, and when the store
// has taken its writes for the day (Cloudflare docs, Workers KV, "Pricing": beyond the limit further operations fail with
// an error) the count throws and the redirect is a 500. A count is optional; the redirect is not. It also takes
// everybody for a person, so what crawlers click is in the number of people.
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { trackerContract } from './contract.ts';
import { budgetedStore, WRITES_A_DAY } from './store.ts';
import type { Tracker } from './tracker.ts';

function countFirst(budget: number, windowMs: number): Tracker {
  const store = budgetedStore(budget, windowMs);
  const countAs = async (series: string, key: string) => {
    await store.bump(`${series}:${key}`);
    await store.bump(`h${series}:${key}`);
  };
  return {
    visit: (id) => countAs('clicks', id),
    see: (path) => countAs('views', path),
    read: store.read,
    setBudget: store.setBudget,
  };
}

/** Counts before it redirects. */
export const trackerCountFirst: Design = {
  id: 'tracker-count-first',
  title: 'a redirect that is answered once it is counted, in a store with a budget of writes',
  kind: 'model',
  object: 'tracker',
  right: false,
  finding: 'CP116',
  needs: [],
  start: ({ port = 0, budget = WRITES_A_DAY, windowMs = 5 }) =>
    serve('tracker-count-first', trackerContract(countFirst(budget, windowMs)), port),
};
