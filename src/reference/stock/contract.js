// @ts-check
// The HTTP contract of every shop. Plain JavaScript, because workerd loads this very file too.
import { badBody, bodyOf, checkedKey, done, keyIn, objectOf, ok, Refusal } from '../http/answer.js';
import { clockMethods } from '../http/clock.js';

/**
 * @import { Asked, Contract, Methods } from '../http/asked.ts'
 * @import { Clock } from '../http/clock.js'
 * @import { Shop } from './shop.ts'
 */

const MAX_ITEMS = 20;
const ORDER = '{"items":["sku"],"buyer":"name"}';
const EVENT = '{"type":"checkout.session.completed","session":"cs_…"}';
const EVENT_TYPE = /^checkout\.session\.(completed|expired)$/;

/**
 * @param {Shop} shop
 * @param {Clock} clock
 * @returns {Contract}
 */
export const shopContract = (shop, clock) => (url, asked) => {
  const { pathname, searchParams } = url;
  if (pathname === '/clock') return clockMethods(clock, asked);
  if (pathname === '/checkouts') return { POST: () => checkout(asked, shop) };
  if (pathname === '/webhooks/payments') return { POST: () => event(asked, shop) };
  if (pathname === '/items') return { GET: () => items(searchParams.getAll('sku'), shop) };
  if (pathname === '/orders') return { GET: () => orders(searchParams.get('sku') ?? '', shop) };
  return adminMethods(pathname, asked, shop) ?? methodsOfKey(pathname, asked, shop);
};

/**
 * @param {string} pathname
 * @param {Asked} asked
 * @param {Shop} shop
 * @returns {Methods | null}
 */
function adminMethods(pathname, asked, { setLockDown, log }) {
  if (pathname === '/log' && log) return { GET: async () => ok({ lines: await log() }) };
  if (pathname !== '/lock' || !setLockDown) return null;
  return {
    PUT: async () => {
      const { down } = await objectOf(asked, '{"down":true}');
      if (typeof down !== 'boolean') throw badBody('{"down":true}');
      await setLockDown(down);
      return done;
    },
  };
}

/**
 * @param {string} pathname
 * @param {Asked} asked
 * @param {Shop} shop
 * @returns {Methods}
 */
function methodsOfKey(pathname, asked, shop) {
  const item = /^\/items\/([^/]+)$/.exec(pathname);
  if (item) {
    const sku = keyIn(item[1] ?? '');
    return { GET: async () => ok(await itemShown(sku, shop)), PUT: () => put(sku, asked, shop) };
  }
  const page = /^\/sessions\/([^/]+)\/pay$/.exec(pathname);
  if (page) return { POST: () => pay(keyIn(page[1] ?? ''), asked, shop) };
  throw new Refusal(404, 'no such path; try /items/{sku}, /checkouts, /orders?sku= or /sessions/{session}/pay');
}

/**
 * @param {string} sku
 * @param {Asked} asked
 * @param {Shop} shop
 */
async function put(sku, asked, shop) {
  await bodyOf(asked); // its content is not looked at: each thing exists once
  await shop.put(sku);
  return done;
}

/**
 * @param {string} sku
 * @param {Shop} shop
 */
async function itemShown(sku, shop) {
  const { state, freeAtMs } = await shop.item(sku);
  return { sku, state, available: state === 'free' ? 1 : 0, freeAt: timeOf(freeAtMs) };
}

/**
 * @param {readonly string[]} skus
 * @param {Shop} shop
 */
async function items(skus, shop) {
  if (skus.length === 0) throw new Refusal(400, 'say which items: /items?sku=a&sku=b');
  const shown = await Promise.all(skus.map((sku) => itemShown(checkedKey(sku), shop)));
  return ok({ available: shown.filter(({ available }) => available === 1).length, items: shown });
}

/**
 * @param {Asked} asked
 * @param {Shop} shop
 */
async function checkout(asked, shop) {
  const { items: listed, buyer = 'somebody' } = await objectOf(asked, ORDER);
  const isList = Array.isArray(listed) && listed.length > 0 && listed.length <= MAX_ITEMS;
  if (!isList || !listed.every((sku) => typeof sku === 'string') || typeof buyer !== 'string') throw badBody(ORDER);
  const outcome = await shop.checkout([...new Set(listed.map(checkedKey))], buyer);
  if ('session' in outcome) {
    return ok({ session: outcome.session, expiresAt: timeOf(outcome.expiresAtMs) }, 201);
  }
  return ok({ message: outcome.refused, freeAt: timeOf(outcome.freeAtMs) }, 409);
}

/**
 * @param {Asked} asked
 * @param {Shop} shop
 */
async function event(asked, shop) {
  const { type, session } = await objectOf(asked, EVENT);
  const named = EVENT_TYPE.exec(String(type));
  if (!named || typeof session !== 'string') throw badBody(EVENT);
  // A page that is not known is none of ours: the sender must not send its event again and again.
  return ok({ session, state: await shop.event(named[1] === 'completed' ? 'completed' : 'expired', session) });
}

/**
 * @param {string} session
 * @param {Asked} asked
 * @param {Shop} shop
 */
async function pay(session, asked, shop) {
  await bodyOf(asked);
  const state = await shop.pay(session);
  if (state === null) throw new Refusal(404, 'there is no such payment page');
  return ok({ session, state }, state === 'complete' ? 200 : 409);
}

/**
 * @param {string} sku
 * @param {Shop} shop
 */
async function orders(sku, shop) {
  const all = await shop.orders(checkedKey(sku));
  return ok({ count: all.filter(({ state }) => state !== 'expired').length, orders: all });
}

/** @param {number | null} ms */
const timeOf = (ms) => (ms === null ? null : new Date(ms).toISOString());
