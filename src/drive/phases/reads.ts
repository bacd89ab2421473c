import { pause } from '../clock.ts';
import type { Reader } from '../reading.ts';
import type { Running } from '../running.ts';

/** After a read without a value, before the next one, in milliseconds: a target that is down is not hammered. */
const AFTER_FAILED_MS = 50;

/** Reads every reading once, one after another, in the session of the one who reads; whether each had a value. */
export async function readAs(run: Running, reader: Reader): Promise<boolean> {
  const { context, round, phase } = run;
  let all = true;
  for (const reading of context.readings) {
    if (context.signal.aborted) return false;
    const { operation } = await reading.read(context, round, 'during', phase.info, reader);
    all &&= operation.outcome === 'ok';
  }
  return all;
}

/** Reads again and again, as often as it is answered, while `more` says so. */
export async function readOn(run: Running, reader: Reader, more: () => boolean): Promise<void> {
  const { signal } = run.context;
  while (more() && !signal.aborted) if (!(await readAs(run, reader))) await pause(AFTER_FAILED_MS, signal);
}
