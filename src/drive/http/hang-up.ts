import { timerMs } from '../clock.ts';
import type { Failure } from './failure.ts';

/** When we hang up on purpose, so that the reply is lost for certain. */
export interface HangUp {
  /** So long after the last byte of the request was handed over, in milliseconds; null: not by time. */
  readonly afterMs: number | null;
  /** At the first byte of the reply, which is thrown away. */
  readonly atReply: boolean;
}

/** Told of the two events of a call that a hang-up goes by. */
export interface Watch {
  /** Another piece of the request was handed over. */
  readonly sent: () => void;
  /** The reply begins; true: it is not to be read. */
  readonly answered: () => boolean;
}

/** Watches a call until `done` settles; `giveUp` is called at most once. */
export function watchFor(hangUp: HangUp, done: Promise<unknown>, giveUp: (failure: Failure) => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  done.finally(() => clearTimeout(timer));
  const { afterMs, atReply } = hangUp;
  return {
    sent() {
      clearTimeout(timer);
      if (afterMs === null) return;
      const message = `we hung up on purpose, ${afterMs} ms after it was sent`;
      timer = setTimeout(() => giveUp({ kind: 'reply-lost', message }), timerMs(afterMs));
    },
    answered() {
      if (!atReply) return false;
      // Not within the read that brought the reply: its reader is still at work.
      queueMicrotask(() => giveUp({ kind: 'reply-lost', message: 'we hung up on purpose, as the reply began' }));
      return true;
    },
  };
}
