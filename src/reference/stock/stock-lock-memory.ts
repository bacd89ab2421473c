// Right, for as long as one process serves the shop. Before a payment page is opened, one lock is asked for all of the
// order: everything is looked at and then held in one step with no await in it, so nobody comes between (Node.js guide,
// "Don't Block the Event Loop"), and an order that is refused holds nothing. The hold lasts seven minutes; a payment
// page cannot end sooner than thirty minutes after it is opened (Stripe docs, Checkout Session, "expires_at"). So the
// first page is closed before the second is opened, and if it turns out to be paid the second order is refused as sold.
// The payment service's own events end a hold at once, or turn it into "sold" for a day, until the mark in the catalogue
// has spread. Every event names its session and touches nothing that another holds, so it may come twice. The lock fails
// open: when it is away, the sale goes ahead on the sold marks, and the log says so.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { shopContract } from './contract.js';
import { memoryLock, memoryMarks, memorySessions } from './in-memory.ts';
import { lockedShop } from './locked-shop.js';
import { LEASE_MS, MARK_LAG_MS } from './times.ts';

/** All or none of an order, held in one step in this process. */
export const stockLockMemory: Design = {
  id: 'stock-lock-memory',
  title: 'things that exist once, held for seven minutes by a lock in this process',
  kind: 'real',
  object: 'reservation',
  right: true,
  finding: null,
  needs: [],
  start({ port = 0, ttlMs = LEASE_MS, lagMs = MARK_LAG_MS, nowMs }) {
    const clock = createClock(nowMs);
    const shop = lockedShop({
      lock: memoryLock(),
      sessions: memorySessions(),
      marks: memoryMarks(clock.nowMs, lagMs),
      nowMs: clock.nowMs,
      leaseMs: ttlMs,
    });
    return serve('stock-lock-memory', shopContract(shop, clock), port);
  },
};
