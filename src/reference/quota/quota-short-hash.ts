// Wrong for some. Visitors are told apart by a hash of their address, cut to one byte, so that no address is kept. With
// 256 buckets, two of twenty visitors share one more likely than not (the birthday bound: 1 - e^(-20·19/512) = 0.52),
// and the second of them is refused what the first has used. A hash may be cut; not so short: 64 bits serve a million
// visitors with one chance in ten million.
import { createHash } from 'node:crypto';
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { quotaContract } from './contract.js';
import { dailyNumbers } from './daily.ts';
import { DOWNLOADS_A_DAY, type Quota } from './quota.ts';

const bucketOf = (visitor: string): string => createHash('sha256').update(visitor).digest('hex').slice(0, 2);

function shortHashQuota(limit: number, nowMs: () => number): Quota {
  const numbers = dailyNumbers(nowMs);
  return {
    limit,
    async admit(visitor) {
      const used = numbers.get(bucketOf(visitor));
      if (used >= limit) return { admitted: false, used };
      numbers.set(bucketOf(visitor), used + 1);
      return { admitted: true, used: used + 1 };
    },
    used: async (visitor) => numbers.get(bucketOf(visitor)),
    set: async (visitor, used) => numbers.set(bucketOf(visitor), used),
  };
}

/** Visitors whose hashes collide share one quota. */
export const quotaShortHash: Design = {
  id: 'quota-short-hash',
  title: 'five downloads a day for each visitor, told apart by one byte of a hash',
  kind: 'real',
  object: 'quota',
  right: false,
  finding: 'CP105',
  needs: [],
  start({ port = 0, limit = DOWNLOADS_A_DAY, nowMs }) {
    const clock = createClock(nowMs);
    return serve('quota-short-hash', quotaContract(shortHashQuota(limit, clock.nowMs), clock), port);
  },
};
