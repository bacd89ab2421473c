// Right, for as long as one process serves the quota. The check and the increment happen with no await between them, and
// Node hands control to another request only at an await (Node.js guide, "Don't Block the Event Loop"); so no two
// requests pass on the same number. A refused download is not counted. The day is part of the entry: the first request
// of a new day finds nothing used, and no second step can be lost that would have to clear it.
import type { Design } from '../design.ts';
import { createClock } from '../http/clock.js';
import { serve } from '../http/node-server.ts';
import { quotaContract } from './contract.js';
import { dailyNumbers } from './daily.ts';
import { DOWNLOADS_A_DAY, type Quota } from './quota.ts';

function memoryQuota(limit: number, nowMs: () => number): Quota {
  const numbers = dailyNumbers(nowMs);
  return {
    limit,
    async admit(visitor) {
      const used = numbers.get(visitor);
      if (used >= limit) return { admitted: false, used };
      numbers.set(visitor, used + 1);
      return { admitted: true, used: used + 1 };
    },
    used: async (visitor) => numbers.get(visitor),
    set: async (visitor, used) => numbers.set(visitor, used),
  };
}

/** Check and increment in one step, in this process. */
export const quotaMemory: Design = {
  id: 'quota-memory',
  title: 'five downloads a day, checked and counted in one step in this process',
  kind: 'real',
  object: 'quota',
  right: true,
  finding: null,
  needs: [],
  start({ port = 0, limit = DOWNLOADS_A_DAY, nowMs }) {
    const clock = createClock(nowMs);
    return serve('quota-memory', quotaContract(memoryQuota(limit, clock.nowMs), clock), port);
  },
};
