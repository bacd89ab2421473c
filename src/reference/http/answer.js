// @ts-check
// What every HTTP contract here has in common. Plain JavaScript, because workerd loads this very file too.

/**
 * @import { Asked, Contract, Reply } from './asked.ts'
 */

export const MAX_BODY_CHARS = 65_536;

/** The longest key that Workers KV takes, so that one limit holds for all. */
const MAX_KEY_BYTES = 512;

/** A request is refused: with this status, a message for the caller, and what else is to be said. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Record<string, string>} headers
   * @param {Record<string, unknown>} body
   */
  constructor(status, message, headers = {}, body = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/**
 * Answers one request by a contract. Never rejects: what it throws is a 500, or what its `Refusal` says.
 *
 * @param {string} designId
 * @param {Asked} asked
 * @param {Contract} contract
 * @returns {Promise<Reply>}
 */
export async function answer(designId, asked, contract) {
  const reply = await dispatch(asked, contract).catch(refuse);
  const type = reply.body === null ? {} : { 'Content-Type': 'application/json' };
  const server = `counter-probe-reference/${designId}`;
  return { ...reply, headers: { Server: server, 'Cache-Control': 'no-store', ...type, ...reply.headers } };
}

/**
 * @param {Asked} asked
 * @param {Contract} contract
 */
async function dispatch(asked, contract) {
  if (asked.url === null) throw new Refusal(400, 'the request target is not a URL');
  const methods = contract(asked.url, asked);
  const handle = Object.hasOwn(methods, asked.method) ? methods[asked.method] : undefined;
  if (!handle) throw new Refusal(405, 'this path has no such method', { Allow: Object.keys(methods).join(', ') });
  return handle();
}

/**
 * The body, whole: taken in before the work starts, as most frameworks do.
 *
 * @param {Asked} asked
 */
export async function bodyOf(asked) {
  const text = await asked.text();
  if (text.length > MAX_BODY_CHARS) throw new Refusal(413, `the body is longer than ${MAX_BODY_CHARS} characters`);
  return text;
}

/**
 * The body as a JSON object; refused with 400 where it is none. `shape` says what it must be.
 *
 * @param {Asked} asked
 * @param {string} shape
 * @returns {Promise<Record<string, unknown>>}
 */
export async function objectOf(asked, shape) {
  const value = parsed(await bodyOf(asked));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badBody(shape);
  return value;
}

/** @param {string} shape */
export const badBody = (shape) => new Refusal(400, `the body must be JSON like ${shape}`);

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A segment of a path as the key it names.
 *
 * @param {string} segment
 */
export function keyIn(segment) {
  try {
    return checkedKey(decodeURIComponent(segment));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, 'the key is not valid percent-encoded UTF-8');
  }
}

/** @param {string} key */
export function checkedKey(key) {
  const fits = key !== '' && new TextEncoder().encode(key).length <= MAX_KEY_BYTES;
  // Workers KV takes neither of these two names.
  if (!fits || key === '.' || key === '..') throw new Refusal(400, `a key is 1 to ${MAX_KEY_BYTES} bytes, not . or ..`);
  return key;
}

/**
 * What is to happen once, by its `Idempotency-Key`; null where none is given.
 *
 * @param {Asked} asked
 */
export function idempotencyKeyOf(asked) {
  const key = asked.header('Idempotency-Key');
  return key === null ? null : checkedKey(key);
}

/**
 * @param {unknown} json
 * @param {number} status
 * @returns {Reply}
 */
export const ok = (json, status = 200) => ({ status, headers: {}, body: JSON.stringify(json) });

/** @type {Reply} */
export const done = { status: 204, headers: {}, body: null };

/**
 * @param {unknown} error
 * @returns {Reply}
 */
function refuse(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Refusal)) return ok({ error: message }, 500);
  return { status: error.status, headers: error.headers, body: JSON.stringify({ error: message, ...error.body }) };
}
