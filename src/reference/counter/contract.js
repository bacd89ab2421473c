// @ts-check
// The HTTP contract of every counter. Plain JavaScript, because workerd loads this very file too.
import { badBody, bodyOf, checkedKey, done, idempotencyKeyOf, keyIn, objectOf, ok, Refusal } from '../http/answer.js';

/**
 * @import { Asked, Contract, Methods } from '../http/asked.ts'
 * @import { Counter } from './counter.ts'
 */

const PATH = /^\/(?:counter|counters\/([^/]+))(?:\/([^/]+))?$/;

/**
 * @param {Counter} counter
 * @returns {Contract}
 */
export const counterContract = (counter) => (url, asked) => {
  if (url.pathname === '/hit') return { GET: () => hit(url, counter) };
  if (url.pathname === '/stats') return { GET: () => stats(url, counter) };
  const { crash, acts = {} } = counter;
  const act = Object.hasOwn(acts, url.pathname.slice(1)) ? acts[url.pathname.slice(1)] : undefined;
  if (act) return { POST: async () => ok(await act()) };
  if (url.pathname === '/crash' && crash) return { POST: async () => ok(await crash()) };
  return methodsOfKey(url, asked, counter);
};

/**
 * @param {URL} url
 * @param {Asked} asked
 * @param {Counter} counter
 * @returns {Methods}
 */
function methodsOfKey(url, asked, counter) {
  const [, segment = 'default', part] = PATH.exec(url.pathname) ?? unknown();
  const key = keyIn(segment);
  const POST = () => increment(key, asked, counter);
  if (part === 'increment') return { POST };
  if (part !== undefined) return { GET: view(part, key, counter) };
  return { GET: async () => ok({ value: await counter.read(key) }), POST, PUT: () => set(key, asked, counter) };
}

/** @returns {never} */
function unknown() {
  throw new Refusal(404, 'no such path; try /counter, /counters/{key}, /hit?p=/path or /stats?key=');
}

/**
 * @param {string} key
 * @param {Asked} asked
 * @param {Counter} counter
 */
async function increment(key, asked, counter) {
  await bodyOf(asked); // its content is not looked at
  const value = await counter.increment(key, idempotencyKeyOf(asked));
  return value === null ? ok({}, 202) : ok({ value });
}

/**
 * @param {string} key
 * @param {Asked} asked
 * @param {Counter} counter
 */
async function set(key, asked, counter) {
  const { value } = await objectOf(asked, '{"value":0}');
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badBody('{"value":0}, a whole number');
  await counter.set(key, value);
  return done;
}

/**
 * @param {string} name
 * @param {string} key
 * @param {Counter} counter
 */
function view(name, key, { views = {} }) {
  const look = Object.hasOwn(views, name) ? views[name] : undefined;
  return look ? async () => ok({ value: await look(key) }) : unknown();
}

/**
 * A beacon: counts a view of the path, and does not say how many there are.
 *
 * @param {URL} url
 * @param {Counter} counter
 */
async function hit(url, counter) {
  const path = url.searchParams.get('p');
  if (!path) throw new Refusal(400, 'say which path was seen: /hit?p=/path');
  await counter.increment(checkedKey(`views:${path}`), null);
  return ok({ ok: true });
}

/**
 * @param {URL} url
 * @param {Counter} counter
 */
async function stats(url, counter) {
  const key = url.searchParams.get('key');
  if (!key) throw new Refusal(400, 'say which key to read: /stats?key=views:/path');
  return ok({ count: await counter.read(checkedKey(key)) });
}
