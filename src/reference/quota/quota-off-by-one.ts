// Wrong, and no race: it refuses when more than five are used where five used is enough to refuse, so the sixth is let
// through, one by one as well as together. Check and increment are one step here, as in quota-memory; that does not help.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { quotaContract } from './contract.js';
import { dailyNumbers } from './daily.ts';
import { DOWNLOADS_A_DAY, type Quota } from './quota.ts';

function offByOneQuota(limit: number, nowMs: () => number): Quota {
  const numbers = dailyNumbers(nowMs);
  return {
    limit,
    async admit(visitor) {
      const used = numbers.get(visitor);
      if (used > limit) return { admitted: false, used };
      numbers.set(visitor, used + 1);
      return { admitted: true, used: used + 1 };
    },
    used: async (visitor) => numbers.get(visitor),
    set: async (visitor, used) => numbers.set(visitor, used),
  };
}

/** `>` where `>=` is meant. */
export const quotaOffByOne: Design = {
  id: 'quota-off-by-one',
  title: 'five downloads a day, and the sixth is let through as well',
  kind: 'real',
  object: 'quota',
  right: false,
  finding: 'CP104',
  needs: [],
  start({ port = 0, limit = DOWNLOADS_A_DAY, nowMs }) {
    const clock = createClock(nowMs);
    return serve('quota-off-by-one', quotaContract(offByOneQuota(limit, clock.nowMs), clock), port);
  },
};
