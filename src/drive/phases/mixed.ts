import { pause } from '../clock.ts';
import { clientOf } from '../context.ts';
import { sharedOut } from '../intent.ts';
import type { RunningOf } from '../running.ts';
import { readAs, readOn } from './reads.ts';
import { sendNext } from './send.ts';

/** Times that the readers of a phase read, all together: a slow phase of many writes is not to fill the memory. */
const MOST_READS = 50_000;

/**
 * Clients that each write and then read, until all writes are sent; beside them readers that only
 * read, as often as they are answered, until so many reads are made.
 */
export async function runMixed(run: RunningOf<'mixed'>): Promise<void> {
  const { lanes, readers } = run.phase.how;
  let writing = true;
  let begun = 0;
  const more = () => writing && begun++ < MOST_READS;
  const read = async (number: number) => {
    const client = await clientOf(run.round, number).bystander();
    await readOn(run, { client, lane: `r${number}` }, more);
  };
  const reading = run.context.readings.length === 0 ? [] : Array.from({ length: readers }, (_, i) => read(i));
  try {
    await Promise.all(
      sharedOut(run, run.phase.how.count, lanes).map((numbers, lane) => writeAndRead(run, `m${lane}`, numbers)),
    );
  } finally {
    writing = false;
    await Promise.all(reading);
  }
}

async function writeAndRead(run: RunningOf<'mixed'>, lane: string, numbers: readonly number[]): Promise<void> {
  const { signal } = run.context;
  for (const i of numbers) {
    if (signal.aborted) return;
    const { intent } = await sendNext(run, lane, { i });
    await readAs(run, { client: intent.client, lane });
    await pause(run.phase.how.everyMs, signal);
  }
}
