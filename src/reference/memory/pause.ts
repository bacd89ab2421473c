import { setImmediate, setTimeout } from 'node:timers/promises';

/** Lets other requests in for a time; 0 is one turn of the event loop, the shortest window an `await` can open. */
export const pause = (ms: number): Promise<void> => (ms > 0 ? setTimeout(ms) : setImmediate());
