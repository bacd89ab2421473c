import { pause } from '../clock.ts';
import type { RunningOf } from '../running.ts';
import { readAs } from './reads.ts';
import { sendNext } from './send.ts';

/**
 * Clients that each write and then read in their own session, until all writes are sent; beside them readers that only
 * read, as often as they are answered.
 */
export async function runMixed(run: RunningOf<'mixed'>): Promise<void> {
  const { lanes, readers } = run.phase.how;
  let writing = true;
  const read = async (number: number) => {
    const { identities, common } = run.round;
    const client = identities[number % Math.max(1, identities.length)] ?? common;
    while (writing && !run.context.signal.aborted) await readAs(run, { client, lane: `r${number}` });
  };
  const state = { left: run.phase.how.count };
  const reading = run.context.readings.length === 0 ? [] : Array.from({ length: readers }, (_, i) => read(i));
  await Promise.all(Array.from({ length: lanes }, (_, i) => writeAndRead(run, `m${i}`, state)));
  writing = false;
  await Promise.all(reading);
}

async function writeAndRead(run: RunningOf<'mixed'>, lane: string, state: { left: number }): Promise<void> {
  const { signal } = run.context;
  while (state.left > 0 && !signal.aborted) {
    state.left--;
    const { intent } = await sendNext(run, lane);
    await readAs(run, { client: intent.client, lane });
    await pause(run.phase.how.everyMs, signal);
  }
}
