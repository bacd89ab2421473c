// Wrong once a hold has run out. The lock is that of stock-lock-memory, but nobody closes the first buyer's payment page
// before the second one is opened, and a payment page outlives a hold of seven minutes (Stripe docs, Checkout Session,
// "expires_at": thirty minutes at least). Both buyers can pay, and both are told that the one thing is theirs.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { shopContract } from './contract.js';
import { memoryLock, memoryMarks, memorySessions, type Reserve } from './in-memory.ts';
import { reserve } from './lock-steps.js';
import { lockedShop } from './locked-shop.js';
import { LEASE_MS, MARK_LAG_MS } from './times.ts';

const reserveAndForget: Reserve = (holds, items, session, lease) => {
  const reserved = reserve(holds, items, session, lease);
  return 'refused' in reserved ? reserved : { lapsed: [] };
};

/** A lock whose hold ends before the payment page does. */
export const stockLockPageOpen: Design = {
  id: 'stock-lock-page-open',
  title: 'things that exist once, held by a lock that leaves the payment page open when the hold has run out',
  kind: 'real',
  object: 'reservation',
  right: false,
  finding: 'CP106',
  needs: [],
  start({ port = 0, ttlMs = LEASE_MS, lagMs = MARK_LAG_MS, nowMs }) {
    const clock = createClock(nowMs);
    const shop = lockedShop({
      lock: memoryLock(reserveAndForget),
      sessions: memorySessions(),
      marks: memoryMarks(clock.nowMs, lagMs),
      nowMs: clock.nowMs,
      leaseMs: ttlMs,
    });
    return serve('stock-lock-page-open', shopContract(shop, clock), port);
  },
};
