// Wrong for orders of several things. It takes them one by one and stops at the first that is held by somebody else; what
// it has taken by then it keeps. The order is refused, and for seven minutes nobody can buy a thing that nobody is
// buying. No race is needed, and no single item is ever sold twice. See stock-lock-memory, which looks first and then takes.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { shopContract } from './contract.js';
import { memoryLock, memoryMarks, memorySessions, type Reserve } from './in-memory.ts';
import { reserve } from './lock-steps.js';
import { lockedShop } from './locked-shop.js';
import { LEASE_MS, MARK_LAG_MS } from './times.ts';

const reserveOneByOne: Reserve = (holds, items, session, lease) => {
  const lapsed: string[] = [];
  for (const sku of items) {
    const reserved = reserve(holds, [sku], session, lease);
    if ('refused' in reserved) return reserved;
    lapsed.push(...reserved.lapsed);
  }
  return { lapsed };
};

/** Holds the first item of an order that it then refuses. */
export const stockPartial: Design = {
  id: 'stock-partial',
  title: 'things that exist once, held one by one: a refused order keeps those it came to',
  kind: 'real',
  object: 'reservation',
  right: false,
  finding: 'CP117',
  needs: [],
  start({ port = 0, ttlMs = LEASE_MS, lagMs = MARK_LAG_MS, nowMs }) {
    const clock = createClock(nowMs);
    const shop = lockedShop({
      lock: memoryLock(reserveOneByOne),
      sessions: memorySessions(),
      marks: memoryMarks(clock.nowMs, lagMs),
      nowMs: clock.nowMs,
      leaseMs: ttlMs,
    });
    return serve('stock-partial', shopContract(shop, clock), port);
  },
};
