// @ts-check
// A shop that keeps a mark for each thing in a store which has get and put and nothing that joins them. Plain
// JavaScript, because workerd loads this very file too.
import { PAGE_MS } from './locked-shop.js';

/**
 * @import { Checkout, Sessions, Shop } from './shop.ts'
 * @typedef {{ session: string, untilMs: number, sold: boolean }} Mark
 * @typedef {{
 *   get: (sku: string) => Promise<Mark | null>, put: (sku: string, mark: Mark) => Promise<void>,
 *   delete: (sku: string) => Promise<void>,
 * }} Marks
 */

/**
 * @param {{ marks: Marks, sessions: Sessions, nowMs: () => number, leaseMs: number }} parts
 * @returns {Shop}
 */
export function markedShop({ marks, sessions, nowMs, leaseMs }) {
  /**
   * @param {readonly string[]} items
   * @param {string} buyer
   * @returns {Promise<Checkout>}
   */
  async function checkout(items, buyer) {
    const found = await Promise.all(items.map((sku) => marks.get(sku)));
    const taken = found.find((mark) => mark !== null && nowMs() < mark.untilMs);
    if (taken) return { refused: 'one of the items is taken', freeAtMs: taken.sold ? null : taken.untilMs };
    const session = `cs_${crypto.randomUUID()}`;
    const expiresAtMs = nowMs() + leaseMs;
    await sessions.open({ session, items, buyer, state: 'open' }, nowMs() + PAGE_MS);
    for (const sku of items) await marks.put(sku, { session, untilMs: expiresAtMs, sold: false });
    return { session, expiresAtMs };
  }

  /** @type {Shop['event']} */
  async function event(type, session) {
    const state = await (type === 'completed' ? sessions.complete(session, nowMs()) : sessions.expire(session));
    const items = (await sessions.find(session))?.items ?? [];
    for (const sku of items) {
      if (state === 'complete') await marks.put(sku, { session, untilMs: Number.MAX_SAFE_INTEGER, sold: true });
      else if ((await marks.get(sku))?.session === session) await marks.delete(sku);
    }
    return state;
  }

  return {
    checkout,
    event,
    pay: (session) => event('completed', session),
    orders: (sku) => sessions.of(sku),
    async put(sku) {
      await Promise.all([marks.delete(sku), sessions.clear(sku)]);
    },
    async item(sku) {
      const mark = await marks.get(sku);
      if (mark === null || mark.untilMs <= nowMs()) return { state: 'free', freeAtMs: null };
      return mark.sold ? { state: 'sold', freeAtMs: null } : { state: 'held', freeAtMs: mark.untilMs };
    },
  };
}
