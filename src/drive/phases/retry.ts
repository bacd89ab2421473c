import { pause } from '../clock.ts';
import type { Connection } from '../http/connection.ts';
import type { Exchange } from '../http/exchange.ts';
import { lostOnPurpose } from '../http/failure.ts';
import { unopened } from '../http/target.ts';
import { type Intent, intend } from '../intent.ts';
import type { Running, RunningOf } from '../running.ts';
import { throughProxy } from './losing-proxy.ts';
import { alone, sendAgain, type Way } from './send.ts';

/** Sends each intent, loses it so many times, and sends it once more. */
export async function runRetry(run: RunningOf<'retry'>): Promise<void> {
  const { by, count, everyMs } = run.phase.how;
  const losing = waitedOut(run, by === 'proxy' ? throughProxy(run, onOurSide(run)) : onOurSide(run));
  for (let i = 0; i < count && !run.context.signal.aborted; i++) {
    if (i > 0) await pause(everyMs, run.context.signal);
    if (!run.context.signal.aborted) await persist(run, intend(run), losing);
  }
}

async function persist(run: RunningOf<'retry'>, intent: Intent, losing: Way): Promise<void> {
  const { times, key, lose, giveUpAfterMs } = run.phase.how;
  const hangUp = lose === 'reply' ? { afterMs: giveUpAfterMs, atReply: true } : null;
  for (let n = 0; n <= times; n++) {
    if (run.context.signal.aborted) return;
    const newKey = key === 'new' && n > 0;
    if (n < times) await sendAgain(run, intent, 's0', { newKey, hangUp }, losing);
    else await sendAgain(run, intent, 's0', { newKey });
  }
}

/**
 * As a client that gives up after a while: not before that while has passed since it was sent does it know that nothing
 * will come, whenever the loss was.
 */
function waitedOut({ context, phase }: RunningOf<'retry'>, losing: Way): Way {
  const { giveUpAfterMs } = phase.how;
  if (giveUpAfterMs === null) return losing;
  return async (write) => {
    const exchange = await losing(write);
    const { failure, begun, sentNs, startNs } = exchange;
    const isLost = begun || (failure !== null && lostOnPurpose(failure) !== null);
    const waitedMs = (context.clock.now() - (sentNs ?? startNs)) / 1e6;
    if (isLost) await pause(giveUpAfterMs - waitedMs, context.signal);
    return exchange;
  };
}

/** Cut on our side: as the reply begins, or before the end of the request leaves. */
const onOurSide = (run: RunningOf<'retry'>): Way =>
  run.phase.how.lose === 'reply' ? alone(run) : ({ call }) => loseRequest(run, call);

async function loseRequest({ context }: Running, call: Parameters<Way>[0]['call']): Promise<Exchange> {
  const { target, clock } = context;
  const startNs = clock.now();
  let connection: Connection;
  try {
    connection = await target.open(call);
  } catch (error) {
    return unopened(startNs, clock.now(), error);
  }
  const held = connection.hold(call, 'last-byte', target.signal);
  await held.ready;
  held.lose();
  connection.close();
  return held.exchange;
}
