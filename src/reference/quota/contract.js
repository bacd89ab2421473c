// @ts-check
// The HTTP contract of every quota. Plain JavaScript, because workerd loads this very file too.
import { badBody, bodyOf, checkedKey, done, keyIn, objectOf, ok, Refusal } from '../http/answer.js';
import { clockMethods } from '../http/clock.js';

/**
 * @import { Asked, Contract } from '../http/asked.ts'
 * @import { Clock } from '../http/clock.js'
 * @import { Quota } from './quota.ts'
 */

const PATH = /^\/quotas\/([^/]+)(\/downloads)?$/;

/**
 * @param {Quota} quota
 * @param {Clock} clock
 * @returns {Contract}
 */
export const quotaContract = (quota, clock) => (url, asked) => {
  if (url.pathname === '/clock') return clockMethods(clock, asked);
  const found = PATH.exec(url.pathname);
  if (!found) throw new Refusal(404, 'no such path; try /quotas/{visitor}, /quotas/{visitor}/downloads or /clock');
  const visitor = visitorIn(found[1] ?? '', asked);
  if (found[2]) return { POST: () => download(visitor, asked, quota) };
  return {
    GET: async () => ok({ used: await quota.used(visitor), limit: quota.limit }),
    PUT: () => set(visitor, asked, quota),
  };
};

/**
 * `me` is whoever the proxy in front says it is: the first address of `X-Forwarded-For`.
 *
 * @param {string} segment
 * @param {Asked} asked
 */
function visitorIn(segment, asked) {
  const address = segment === 'me' ? asked.header('X-Forwarded-For')?.split(',')[0]?.trim() : undefined;
  return address ? checkedKey(address) : keyIn(segment);
}

/**
 * @param {string} visitor
 * @param {Asked} asked
 * @param {Quota} quota
 */
async function download(visitor, asked, quota) {
  await bodyOf(asked); // its content is not looked at
  const { admitted, used } = await quota.admit(visitor);
  const { limit } = quota;
  if (!admitted) throw new Refusal(429, `${limit} downloads are all there are in a day`, {}, { used, limit });
  return ok({ used, limit });
}

/**
 * @param {string} visitor
 * @param {Asked} asked
 * @param {Quota} quota
 */
async function set(visitor, asked, quota) {
  const { used } = await objectOf(asked, '{"used":0}');
  if (typeof used !== 'number' || !Number.isSafeInteger(used) || used < 0) throw badBody('{"used":0}, a whole number');
  await quota.set(visitor, used);
  return done;
}
