// Wrong, though it never lets a sixth through. It counts first and looks afterwards, as with INCR and a comparison of
// what INCR returns (Redis docs, "INCR", "Pattern: Rate limiter": atomic, and every call counts). The refused ones are
// counted too: after twelve tries the number says 12 where five were let through, and whatever is shown or billed from
// it is wrong.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { quotaContract } from './contract.js';
import { dailyNumbers } from './daily.ts';
import { DOWNLOADS_A_DAY, type Quota } from './quota.ts';

function incrCheckQuota(limit: number, nowMs: () => number): Quota {
  const numbers = dailyNumbers(nowMs);
  return {
    limit,
    async admit(visitor) {
      const used = numbers.get(visitor) + 1;
      numbers.set(visitor, used);
      return { admitted: used <= limit, used };
    },
    used: async (visitor) => numbers.get(visitor),
    set: async (visitor, used) => numbers.set(visitor, used),
  };
}

/** Counts, then compares: what it refuses is counted as well. */
export const quotaIncrCheck: Design = {
  id: 'quota-incr-check',
  title: 'five downloads a day, counted first and compared afterwards: refused ones are counted too',
  kind: 'real',
  object: 'quota',
  right: false,
  finding: 'CP107',
  needs: [],
  start({ port = 0, limit = DOWNLOADS_A_DAY, nowMs }) {
    const clock = createClock(nowMs);
    return serve('quota-incr-check', quotaContract(incrCheckQuota(limit, clock.nowMs), clock), port);
  },
};
