import type { Reader } from '../reading.ts';
import type { Running } from '../running.ts';

/** Reads every reading once, one after another, in the session of the one who reads. */
export async function readAs(run: Running, reader: Reader): Promise<void> {
  const { context, round, phase } = run;
  for (const reading of context.readings) {
    if (context.signal.aborted) return;
    await reading.read(context, round, 'during', phase.info, reader);
  }
}
