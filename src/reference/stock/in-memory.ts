import * as locks from './lock-steps.js';
import * as pages from './session-steps.js';
import type { Lock, Reserved, Sessions, SoldMarks } from './shop.ts';

/** A step that takes what is held as it stands. */
export type Reserve = typeof locks.reserve;

/** A lock in this process: each step is run with no await in it, so that nothing comes between. */
export function memoryLock(reserve: Reserve = locks.reserve): Lock {
  const holds: locks.Holds = new Map();
  return {
    reserve: async (items, session, lease): Promise<Reserved> => reserve(holds, items, session, lease),
    release: async (session) => locks.release(holds, session),
    sell: async (items, session, untilMs) => locks.sell(holds, items, session, untilMs),
    item: async (sku, nowMs) => locks.item(holds, sku, nowMs),
    clear: async (sku) => locks.clear(holds, sku),
  };
}

/** The payment service, played in this process. */
export function memorySessions(): Sessions {
  const open: pages.Pages = new Map();
  return {
    open: async (order, untilMs) => pages.open(open, order, untilMs),
    expire: async (session) => pages.expire(open, session),
    complete: async (session, nowMs) => pages.complete(open, session, nowMs),
    find: async (session) => pages.find(open, session),
    of: async (sku) => pages.of(open, sku),
    clear: async (sku) => pages.clear(open, sku),
  };
}

/** Marks in a catalogue that show only after a while. */
export function memoryMarks(nowMs: () => number, lagMs: number): SoldMarks {
  const shownFromMs = new Map<string, number>();
  return {
    isSold: async (sku) => (shownFromMs.get(sku) ?? Number.POSITIVE_INFINITY) <= nowMs(),
    mark: async (sku) => void shownFromMs.set(sku, nowMs() + lagMs),
    clear: async (sku) => void shownFromMs.delete(sku),
  };
}
