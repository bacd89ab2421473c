// Wrong when its process dies. A write is acknowledged as soon as it is in memory, and a file gets it five
// seconds later. A real process keeps the counters, and `POST /crash` kills it by SIGKILL: whatever it had acknowledged
// since the last flush is gone (Redis docs, "Redis persistence", of snapshots: be prepared to lose the latest
// minutes). Until then nothing shows it, whatever the overlap.
import { counterContract } from '../counter/contract.js';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { startChildCounter } from './child-counter.ts';

/** Acknowledged in memory, flushed later. */
export const writeBehind: Design = {
  id: 'write-behind',
  title: 'a number in the memory of a process, flushed to a file five seconds later; POST /crash kills the process',
  kind: 'real',
  object: 'counter',
  right: false,
  finding: 'CP115',
  needs: [],
  async start({ port = 0, lagMs = 5000 }) {
    const { counter, close } = await startChildCounter(lagMs, false);
    return serve('write-behind', counterContract(counter), port, close);
  },
};
