import { pause } from '../clock.ts';
import type { RunningOf } from '../running.ts';

/** Longest from one look to the next, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** A quiet phase is looked at so often, however short it is. */
const LOOKS = 5;

/** Does nothing for a while. */
export const runWait = ({ context, phase }: RunningOf<'wait'>): Promise<void> => pause(phase.how.forMs, context.signal);

/** Reads every value again and again for a while, to see whether somebody else writes. */
export async function runQuiet({ context, round, phase }: RunningOf<'quiet'>): Promise<void> {
  const { clock, signal, readings } = context;
  const { forMs } = phase.how;
  const untilNs = clock.now() + forMs * 1e6;
  const everyMs = Math.min(LOOK_EVERY_MS, forMs / LOOKS);
  for (let looks = 1; ; looks++) {
    for (const reading of readings) if (!signal.aborted) await reading.read(context, round, 'quiet', phase.info);
    if (signal.aborted || (clock.now() >= untilNs && looks > 1)) return;
    await pause(Math.min(everyMs, (untilNs - clock.now()) / 1e6), signal);
  }
}
