import { timerMs } from '../clock.ts';
import type { Failure } from './failure.ts';

/** Ends a call that takes too long, or whose run is ended. */
export interface TimeLimit {
  /** From now on, at most so long; replaces what was set before. */
  readonly within: (ms: number) => void;
  /** From now on, as long as it takes. */
  readonly lift: () => void;
}

/** Watches until `done` settles; `giveUp` is called at most once, with the reason. */
export function limitTime(done: Promise<unknown>, signal: AbortSignal, giveUp: (failure: Failure) => void): TimeLimit {
  let stop = () => {};
  let over = false;
  const abort = () => giveUp({ kind: 'interrupted', message: 'the run was ended before the answer' });
  signal.addEventListener('abort', abort);
  if (signal.aborted) queueMicrotask(abort);
  done.finally(() => {
    over = true;
    stop();
    signal.removeEventListener('abort', abort);
  });
  return {
    lift: () => stop(),
    within(ms) {
      if (over) return;
      stop();
      stop = afterLooking(ms, () => giveUp({ kind: 'timeout', message: `no complete answer within ${ms} ms` }));
    },
  };
}

/**
 * Calls once the time is up and what has arrived was looked at. A timer alone comes ahead of that: one that fires late, for
 * this process was busy, would call an answer missing that is there to be read. Gives what stops it.
 */
function afterLooking(ms: number, call: () => void): () => void {
  let look: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    look = setImmediate(call);
  }, timerMs(ms));
  return () => {
    clearTimeout(timer);
    clearImmediate(look);
  };
}
