import pLimit from 'p-limit';
import { fractionFrom } from '../../plan/random.ts';
import { pause } from '../clock.ts';
import type { RunningOf } from '../running.ts';
import { FreeLanes } from './lanes.ts';
import { sendNext } from './send.ts';

/** Writes in flight at most: beyond it a target does not keep up, and more would only stop the prober. */
const MOST_IN_FLIGHT = 1_000;

/** Sends each write at its time, whatever the answers (an open loop). */
export async function runPaced(run: RunningOf<'paced'>): Promise<void> {
  const { context } = run;
  const lanes = new FreeLanes('p');
  const limit = pLimit(MOST_IN_FLIGHT);
  const startNs = context.clock.now();
  const sending: Promise<unknown>[] = [];
  for (const dueMs of timesOf(run)) {
    await pause(dueMs - (context.clock.now() - startNs) / 1e6, context.signal);
    if (context.signal.aborted) break;
    sending.push(limit(() => lanes.use((lane) => sendNext(run, lane))));
  }
  await Promise.all(sending);
}

/** When each write leaves, from the start of the phase, in milliseconds; the gaps of a Poisson process go by the seed. */
function* timesOf({ context: { plan }, round, phase: { info, how } }: RunningOf<'paced'>): Generator<number> {
  let atMs = 0;
  for (let i = 0; i < how.count; i++) {
    yield atMs;
    const chance = fractionFrom(plan.header.seed, `gap ${round.number} ${info.index} ${i}`);
    atMs += how.arrivals === 'poisson' ? -how.everyMs * Math.log(1 - chance) : how.everyMs;
  }
}
