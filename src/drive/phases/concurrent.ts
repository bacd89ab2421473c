import { intend, type PreparedWrite } from '../intent.ts';
import type { Running, RunningOf } from '../running.ts';
import { burst, prepareAll } from './burst.ts';
import { Kept } from './kept.ts';
import { send } from './send.ts';

/**
 * Releases writes as one, the steps of all of them done before. On fewer connections than writes, each connection has
 * its first write in the burst, and its others one after another, as each is answered.
 */
export async function runConcurrent(run: RunningOf<'concurrent'>): Promise<void> {
  const { count, connections, holdMs } = run.phase.how;
  const writes = await prepareAll(run, () => intend(run), count);
  const lanes = typeof connections === 'number' ? Math.min(connections, count) : count;
  if (lanes === count) return burst(run, writes, holdMs);
  await burstOfFirsts(run, shared(writes, lanes), holdMs);
}

type Queue = readonly PreparedWrite[];

async function burstOfFirsts(run: Running, queues: readonly Queue[], holdMs: number): Promise<void> {
  const kept = new Kept(run.context);
  const waiting = new Map(queues.map((queue) => [queue[0], queue.slice(1)]));
  const drain = async (first: PreparedWrite | undefined) => {
    const queue = waiting.get(first) ?? [];
    waiting.delete(first);
    for (const next of queue) {
      if (run.context.signal.aborted) return;
      await send(run, next, (one) => kept.send(first?.attempt ?? '', one));
    }
  };
  try {
    const firsts = queues.flatMap((queue) => queue.slice(0, 1));
    await burst(run, firsts, holdMs, (write, connection) => {
      kept.keep(write.attempt, connection);
      return drain(write);
    });
    // Of those whose first write had no connection, or went ahead of the burst.
    await Promise.all([...waiting.keys()].map(drain));
  } finally {
    kept.close();
  }
}

/** Writes shared out over connections, each client's on connections of its own. */
function shared(writes: readonly PreparedWrite[], lanes: number): readonly Queue[] {
  const queues = new Map<string, PreparedWrite[]>();
  for (const [i, write] of writes.entries()) {
    const name = `${write.client.identity ?? ''} ${i % lanes}`;
    const queue = queues.get(name);
    if (queue === undefined) queues.set(name, [write]);
    else queue.push(write);
  }
  return [...queues.values()];
}
