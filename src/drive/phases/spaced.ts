import { pause } from '../clock.ts';
import type { Running, RunningOf } from '../running.ts';
import { Kept } from './kept.ts';
import { readAs } from './reads.ts';
import { alone, sendNext, type Way } from './send.ts';

/**
 * Writes one after another, each after the answer of the one before and a pause. Where more than convergence is
 * required, each acknowledged one is followed by a read in its session.
 */
export async function runSpaced(run: RunningOf<'spaced'>): Promise<void> {
  const kept = new Kept(run.context);
  try {
    await sendAll(run, kept);
  } finally {
    kept.close();
  }
}

async function sendAll(run: RunningOf<'spaced'>, kept: Kept): Promise<void> {
  const { signal, plan } = run.context;
  const { count, everyMs, connections } = run.phase.how;
  const reads = plan.header.require !== 'eventual';
  for (let i = 0; i < count && !signal.aborted; i++) {
    if (i > 0) await pause(everyMs, signal);
    if (signal.aborted) break;
    const { intent, judged } = await sendNext(run, 's0', { way: wayOf(run, kept, connections, i) });
    if (reads && judged.counts === 'acknowledged') await readAs(run, { client: intent.client, lane: 's0' });
  }
}

/** A fresh connection a write, or some kept ones in turn, each client with its own. */
function wayOf(
  run: Running,
  kept: Kept,
  connections: RunningOf<'spaced'>['phase']['how']['connections'],
  i: number,
): Way {
  if (connections === 'fresh') return alone(run);
  const place = connections === null ? i : i % connections;
  return (write) => kept.send(`${write.client.identity ?? ''} ${place}`, write);
}
