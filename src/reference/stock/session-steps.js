// @ts-check
// The payment service, played here: pages that are open, paid or closed. Each step changes a map in one go. Plain
// JavaScript, because workerd loads this very file too.

/**
 * @import { Order, SessionState } from './shop.ts'
 * @typedef {Map<string, { order: Order, untilMs: number }>} Pages
 */

/**
 * @param {Pages} pages
 * @param {Order} order
 * @param {number} untilMs
 */
export function open(pages, order, untilMs) {
  pages.set(order.session, { order, untilMs });
}

/**
 * @param {Pages} pages
 * @param {string} session
 */
export const expire = (pages, session) => close(pages, session, 'expired');

/**
 * @param {Pages} pages
 * @param {string} session
 * @param {number} nowMs
 */
export function complete(pages, session, nowMs) {
  const page = pages.get(session);
  return close(pages, session, page && nowMs < page.untilMs ? 'complete' : 'expired');
}

/**
 * @param {Pages} pages
 * @param {string} session
 * @param {SessionState} state
 * @returns {SessionState | null}
 */
function close(pages, session, state) {
  const page = pages.get(session);
  if (!page) return null;
  if (page.order.state !== 'open') return page.order.state;
  pages.set(session, { ...page, order: { ...page.order, state } });
  return state;
}

/**
 * @param {Pages} pages
 * @param {string} session
 */
export const find = (pages, session) => pages.get(session)?.order ?? null;

/**
 * @param {Pages} pages
 * @param {string} sku
 */
export const of = (pages, sku) =>
  [...pages.values()].map(({ order }) => order).filter(({ items }) => items.includes(sku));

/**
 * @param {Pages} pages
 * @param {string} sku
 */
export function clear(pages, sku) {
  for (const { session } of of(pages, sku)) pages.delete(session);
}
