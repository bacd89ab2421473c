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
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const abort = () => giveUp({ kind: 'interrupted', message: 'the run was ended before the answer' });
  signal.addEventListener('abort', abort);
  if (signal.aborted) queueMicrotask(abort);
  done.finally(() => {
    over = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  });
  return {
    lift: () => clearTimeout(timer),
    within(ms) {
      if (over) return;
      clearTimeout(timer);
      timer = setTimeout(() => giveUp({ kind: 'timeout', message: `no complete answer within ${ms} ms` }), timerMs(ms));
    },
  };
}
