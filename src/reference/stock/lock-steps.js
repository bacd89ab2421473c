// @ts-check
// The steps of a lock over several things that exist once. Each changes a map in one go: whoever calls them sees to it
// that nothing comes between. Plain JavaScript, because workerd loads this very file too.

/**
 * @import { Item, Lease, Reserved } from './shop.ts'
 * @typedef {{ session: string, untilMs: number, sold: boolean }} Hold
 * @typedef {Map<string, Hold>} Holds
 */

/**
 * All or none: nothing is held before everything was seen to be free.
 *
 * @param {Holds} holds
 * @param {readonly string[]} items
 * @param {string} session
 * @param {Lease} lease
 * @returns {Reserved}
 */
export function reserve(holds, items, session, { nowMs, untilMs }) {
  for (const sku of items) {
    const hold = holds.get(sku);
    if (hold && nowMs < hold.untilMs) return { refused: hold.sold ? 'sold' : 'held', sku, freeAtMs: hold.untilMs };
  }
  const lapsed = items.flatMap((sku) => holds.get(sku) ?? []).filter((hold) => !hold.sold);
  for (const sku of items) holds.set(sku, { session, untilMs, sold: false });
  return { lapsed: [...new Set(lapsed.map((hold) => hold.session))] };
}

/**
 * Gives back what the session holds, and nothing that another has taken since: so an event that comes twice is as one.
 *
 * @param {Holds} holds
 * @param {string} session
 */
export function release(holds, session) {
  for (const [sku, hold] of holds) if (hold.session === session && !hold.sold) holds.delete(sku);
}

/**
 * @param {Holds} holds
 * @param {readonly string[]} items
 * @param {string} session
 * @param {number} untilMs
 */
export function sell(holds, items, session, untilMs) {
  for (const sku of items) holds.set(sku, { session, untilMs, sold: true });
}

/**
 * @param {Holds} holds
 * @param {string} sku
 * @param {number} nowMs
 * @returns {Item}
 */
export function item(holds, sku, nowMs) {
  const hold = holds.get(sku);
  if (!hold || hold.untilMs <= nowMs) return { state: 'free', freeAtMs: null };
  return hold.sold ? { state: 'sold', freeAtMs: null } : { state: 'held', freeAtMs: hold.untilMs };
}

/**
 * @param {Holds} holds
 * @param {string} sku
 */
export function clear(holds, sku) {
  holds.delete(sku);
}
