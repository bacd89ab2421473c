// Wrong in its numbers, right in its redirects. It redirects first, as tracker-redirect-first does, and counts by read,
// add, write in a store that joins none of it (see memory-read-write). Visits at once are counted once; each was
// answered 302, and since the count comes after the answer nobody could have been told.
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { trackerContract } from './contract.ts';
import { redirectFirst } from './redirect-first.ts';
import { budgetedStore, WRITES_A_DAY } from './store.ts';

/** Redirects before it counts, and loses counts that overlap. */
export const trackerRedirectFirstKv: Design = {
  id: 'tracker-redirect-first-kv',
  title: 'a redirect that is answered before it is counted by read, add, write: a model of Workers KV',
  kind: 'model',
  object: 'tracker',
  right: false,
  finding: 'CP101',
  needs: [],
  start: ({ port = 0, budget = WRITES_A_DAY, windowMs = 5 }) =>
    serve('tracker-redirect-first-kv', trackerContract(redirectFirst(budgetedStore(budget, windowMs))), port),
};
