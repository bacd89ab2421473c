// Right. The redirect is answered first and counted after it, as with `ctx.waitUntil()` (Cloudflare docs, Workers,
// "Context": what it runs cannot touch an answer that has left), so it is a 302 whatever the counter does. What the
// counter cannot write is lost without a word; that is the price, and it is agreed to. People and bots are counted apart.
// The store adds in one step (see memory-atomic), so nothing is lost while it takes writes.
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { trackerContract } from './contract.ts';
import { redirectFirst } from './redirect-first.ts';
import { budgetedStore, WRITES_A_DAY } from './store.ts';

/** Redirects before it counts. */
export const trackerRedirectFirst: Design = {
  id: 'tracker-redirect-first',
  title: 'a redirect that is answered before it is counted, people and bots apart',
  kind: 'model',
  object: 'tracker',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0, budget = WRITES_A_DAY }) =>
    serve('tracker-redirect-first', trackerContract(redirectFirst(budgetedStore(budget, null))), port),
};
