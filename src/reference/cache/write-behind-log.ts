// Right. The same late flush as in write-behind, and before a write is acknowledged it is in a log on the disk
// (fsync; POSIX: it does not return before the data is there). A process that was killed is followed by one that reads
// the file and replays what came after it. A killed process cannot take back what it gave to the disk; a power failure
// can, where the disk itself lies about fsync.
import { counterContract } from '../counter/contract.js';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { startChildCounter } from './child-counter.ts';

/** In a log on the disk before it is acknowledged. */
export const writeBehindLog: Design = {
  id: 'write-behind-log',
  title: 'a number in the memory of a process, with a log that is replayed; POST /crash kills the process',
  kind: 'real',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  async start({ port = 0, lagMs = 5000 }) {
    const { counter, close } = await startChildCounter(lagMs, true);
    return serve('write-behind-log', counterContract(counter), port, close);
  },
};
