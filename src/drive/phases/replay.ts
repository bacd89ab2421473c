import { pause } from '../clock.ts';
import { type Intent, intend } from '../intent.ts';
import type { RunningOf } from '../running.ts';
import { burst, prepareAll } from './burst.ts';
import { sendAgain } from './send.ts';

/** Sends one intent several times, with one key: all at once, while the first is in flight, or one after another. */
export async function runReplay(run: RunningOf<'replay'>): Promise<void> {
  const { when, count, holdMs } = run.phase.how;
  const intent = intend(run);
  switch (when) {
    case 'at-once': {
      const writes = await prepareAll(run, () => intent, count);
      return burst(run, writes, holdMs);
    }
    case 'in-flight':
      return inFlight(run, intent);
    case 'after-success':
    case 'after-failure':
    case 'other-body':
    case 'other-path':
      return inTurn(run, intent);
  }
}

/** The others follow the first after a while, whether it was answered by then or not. */
async function inFlight(run: RunningOf<'replay'>, intent: Intent): Promise<void> {
  const { count, afterMs } = run.phase.how;
  const first = sendAgain(run, intent, 'c0');
  await pause(afterMs, run.context.signal);
  const others = run.context.signal.aborted
    ? []
    : Array.from({ length: count - 1 }, (_, i) => sendAgain(run, intent, `c${i + 1}`));
  await Promise.all([first, ...others]);
}

async function inTurn(run: RunningOf<'replay'>, intent: Intent): Promise<void> {
  const { count, other } = run.phase.how;
  for (let n = 0; n < count && !run.context.signal.aborted; n++)
    await sendAgain(run, intent, 's0', n === 0 ? {} : { request: other });
}
