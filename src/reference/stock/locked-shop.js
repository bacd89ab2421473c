// @ts-check
// A shop that asks a lock before it opens a payment page. Plain JavaScript, because workerd loads this very file too.

/**
 * @import { Checkout, Lock, Order, Sessions, SessionState, Shop, SoldMarks } from './shop.ts'
 * @typedef {{
 *   lock: Lock, sessions: Sessions, marks: SoldMarks, nowMs: () => number, leaseMs: number,
 * }} Parts
 */

/** A payment page of the payment service cannot be closed by its time any sooner. */
export const PAGE_MS = 30 * 60_000;
/** By then the mark in the catalogue has spread everywhere. */
const SOLD_MS = 24 * 3_600_000;
const MAX_LOGGED = 100;

/**
 * @param {Parts} parts
 * @returns {Shop}
 */
export function lockedShop({ lock, sessions, marks, nowMs, leaseMs }) {
  /** @type {string[]} */
  const logged = [];
  let down = false;

  /**
   * A layer that fails must not take the shop offline: the error is logged, and the sale goes ahead on the other checks.
   *
   * @template T
   * @param {string} what
   * @param {() => Promise<T>} work
   * @param {T} otherwise
   * @returns {Promise<T>}
   */
  async function withoutFail(what, work, otherwise) {
    try {
      return await work();
    } catch (error) {
      logged.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      logged.splice(0, logged.length - MAX_LOGGED);
      return otherwise;
    }
  }

  /**
   * @template T
   * @param {string} what
   * @param {() => Promise<T>} work
   * @param {T} otherwise
   */
  const locked = (what, work, otherwise) =>
    withoutFail(what, async () => (down ? unreachable() : await work()), otherwise);

  /** @param {Order} order */
  async function sold({ items, session }) {
    await locked('the lock did not take the sale', () => lock.sell(items, session, nowMs() + SOLD_MS), undefined);
    for (const sku of items) await withoutFail('the sold mark was not set', () => marks.mark(sku), undefined);
  }

  /** @param {readonly string[]} items */
  async function soldAmong(items) {
    for (const sku of items) {
      if (await withoutFail('the sold mark was not read', () => marks.isSold(sku), false)) return sku;
    }
    return null;
  }

  /**
   * The page of an order whose hold ran out may still be open. It is closed before another is opened; if it turns out
   * to be paid, the thing is sold.
   *
   * @param {readonly string[]} lapsed
   */
  async function paidAmong(lapsed) {
    for (const session of lapsed) {
      if ((await sessions.expire(session)) !== 'complete') continue;
      const order = await sessions.find(session);
      if (order) await sold(order);
      return true;
    }
    return false;
  }

  /**
   * @param {readonly string[]} items
   * @param {string} buyer
   * @returns {Promise<Checkout>}
   */
  async function checkout(items, buyer) {
    const session = `cs_${crypto.randomUUID()}`;
    const expiresAtMs = nowMs() + leaseMs;
    const lease = { nowMs: nowMs(), untilMs: expiresAtMs };
    const gone = await soldAmong(items);
    if (gone !== null) return { refused: `${gone} is sold`, freeAtMs: null };
    const held = await locked('sold without the lock', () => lock.reserve(items, session, lease), { lapsed: [] });
    if ('refused' in held) return refusal(held);
    if (await paidAmong(held.lapsed)) {
      await locked('the lock did not give back', () => lock.release(session), undefined);
      return { refused: 'one of the items has just been paid for', freeAtMs: null };
    }
    await sessions.open({ session, items, buyer, state: 'open' }, nowMs() + PAGE_MS);
    return { session, expiresAtMs };
  }

  /**
   * @param {'completed' | 'expired'} type
   * @param {string} session
   * @returns {Promise<SessionState | null>}
   */
  async function event(type, session) {
    const before = await sessions.find(session);
    const state = await (type === 'completed' ? sessions.complete(session, nowMs()) : sessions.expire(session));
    if (before?.state === 'open' && state === 'complete') await sold(before);
    if (state === 'expired') await locked('the lock did not give back', () => lock.release(session), undefined);
    return state;
  }

  return {
    checkout,
    event,
    pay: (session) => event('completed', session),
    orders: (sku) => sessions.of(sku),
    async put(sku) {
      await Promise.all([lock.clear(sku), sessions.clear(sku), marks.clear(sku)]);
    },
    async item(sku) {
      const inLock = await lock.item(sku, nowMs());
      if (inLock.state !== 'free') return inLock;
      return { state: (await marks.isSold(sku)) ? 'sold' : 'free', freeAtMs: null };
    },
    async setLockDown(isDown) {
      down = isDown;
    },
    log: async () => logged,
  };
}

/** @returns {never} */
function unreachable() {
  throw new Error('the lock cannot be reached');
}

/** @param {{ refused: 'held' | 'sold', sku: string, freeAtMs: number }} held */
const refusal = ({ refused, sku, freeAtMs }) =>
  refused === 'sold'
    ? { refused: `${sku} is sold`, freeAtMs: null }
    : { refused: `${sku} is being checked out by somebody else`, freeAtMs };
