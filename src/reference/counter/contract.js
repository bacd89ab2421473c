// @ts-check
// The HTTP contract of every counter. Plain JavaScript, because workerd loads this very file too.

/**
 * @import { Asked, Counter, Reply } from './counter.ts'
 * @typedef {Record<string, () => Promise<Reply>>} Methods
 */

export const MAX_BODY_CHARS = 65_536;

/** The longest key that Workers KV takes, so that one limit holds for all. */
const MAX_KEY_BYTES = 512;

/** A request is refused: with this status, and a message for the caller. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Record<string, string>} headers
   */
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * Answers one request by the contract. Never rejects: what the counter throws is a 500, or what its `Refusal` says.
 *
 * @param {string} designId
 * @param {Asked} asked
 * @param {Counter} counter
 * @returns {Promise<Reply>}
 */
export async function answer(designId, asked, counter) {
  const reply = await dispatch(asked, counter).catch(refuse);
  const type = reply.body === null ? {} : { 'Content-Type': 'application/json' };
  const server = `counter-probe-reference/${designId}`;
  return { ...reply, headers: { Server: server, 'Cache-Control': 'no-store', ...type, ...reply.headers } };
}

/**
 * @param {Asked} asked
 * @param {Counter} counter
 */
async function dispatch(asked, counter) {
  if (asked.url === null) throw new Refusal(400, 'the request target is not a URL');
  const methods = methodsOf(asked.url, asked, counter);
  const handle = Object.hasOwn(methods, asked.method) ? methods[asked.method] : undefined;
  if (!handle) throw new Refusal(405, 'this path has no such method', { Allow: Object.keys(methods).join(', ') });
  return handle();
}

/**
 * @param {URL} url
 * @param {Asked} asked
 * @param {Counter} counter
 * @returns {Methods}
 */
function methodsOf(url, asked, counter) {
  if (url.pathname === '/hit') return { GET: () => hit(url, counter) };
  if (url.pathname === '/stats') return { GET: () => stats(url, counter) };
  const found = /^\/(?:counter|counters\/([^/]+))(\/increment)?$/.exec(url.pathname);
  if (!found) throw new Refusal(404, 'no such path; try /counter, /counters/{key}, /hit?p=/path or /stats?key=');
  const key = checkedKey(decoded(found[1] ?? 'default'));
  const POST = () => increment(key, asked, counter);
  if (found[2]) return { POST };
  return { GET: async () => ok({ value: await counter.read(key) }), POST, PUT: () => set(key, asked, counter) };
}

/**
 * @param {string} key
 * @param {Asked} asked
 * @param {Counter} counter
 */
async function increment(key, asked, counter) {
  await bodyOf(asked); // taken in whole before the work starts, as most frameworks do; its content is not looked at
  const value = await counter.increment(key);
  return value === null ? { ...ok({}), status: 202 } : ok({ value });
}

/**
 * @param {string} key
 * @param {Asked} asked
 * @param {Counter} counter
 * @returns {Promise<Reply>}
 */
async function set(key, asked, counter) {
  await counter.set(key, valueIn(await bodyOf(asked)));
  return { status: 204, headers: {}, body: null };
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
  await counter.increment(checkedKey(`views:${path}`));
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

/** @param {Asked} asked */
async function bodyOf(asked) {
  const text = await asked.text();
  if (text.length > MAX_BODY_CHARS) throw new Refusal(413, `the body is longer than ${MAX_BODY_CHARS} characters`);
  return text;
}

/** @param {string} text */
function valueIn(text) {
  const value = parsed(text)?.value;
  if (!Number.isSafeInteger(value)) throw new Refusal(400, 'the body must be JSON with a whole number: {"value":0}');
  return value;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} segment */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'the key is not valid percent-encoded UTF-8');
  }
}

/** @param {string} key */
function checkedKey(key) {
  const fits = new TextEncoder().encode(key).length <= MAX_KEY_BYTES;
  // Workers KV takes neither of these two names.
  if (!fits || key === '.' || key === '..') throw new Refusal(400, `a key is 1 to ${MAX_KEY_BYTES} bytes, not . or ..`);
  return key;
}

/**
 * @param {unknown} json
 * @returns {Reply}
 */
const ok = (json) => ({ status: 200, headers: {}, body: JSON.stringify(json) });

/**
 * @param {unknown} error
 * @returns {Reply}
 */
function refuse(error) {
  const body = JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  return error instanceof Refusal
    ? { status: error.status, headers: error.headers, body }
    : { status: 500, headers: {}, body };
}
