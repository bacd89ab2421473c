// Wrong on the second day. Check and increment are one step, but the end of the day is a second one: the number is kept
// under the visitor alone, and an expiry is set on it after it was made, as with INCR and then EXPIRE (Redis docs,
// "INCR", "Pattern: Rate limiter 2": a client that fails between the two leaves a key that never expires). Here that
// second step is always the one that is lost, so nobody is let through ever again once five are used.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { quotaContract } from './contract.js';
import { DOWNLOADS_A_DAY, type Quota } from './quota.ts';

function neverTurningQuota(limit: number): Quota {
  const numbers = new Map<string, number>();
  return {
    limit,
    async admit(visitor) {
      const used = numbers.get(visitor) ?? 0;
      if (used >= limit) return { admitted: false, used };
      numbers.set(visitor, used + 1);
      return { admitted: true, used: used + 1 };
    },
    used: async (visitor) => numbers.get(visitor) ?? 0,
    async set(visitor, used) {
      numbers.set(visitor, used);
    },
  };
}

/** The number never starts anew. */
export const quotaNeverTurns: Design = {
  id: 'quota-never-turns',
  title: 'five downloads a day, whose number lost its expiry and never starts anew',
  kind: 'real',
  object: 'quota',
  right: false,
  finding: 'CP105',
  needs: [],
  start: ({ port = 0, limit = DOWNLOADS_A_DAY, nowMs }) =>
    serve('quota-never-turns', quotaContract(neverTurningQuota(limit), createClock(nowMs)), port),
};
