import type { Judged } from '../answer/outcome.ts';
import type { Exchange } from '../http/exchange.ts';
import { type AttemptOptions, type Intent, intend, type PreparedWrite, prepare } from '../intent.ts';
import type { Running } from '../running.ts';
import { recordUnfit, recordWrite } from '../write.ts';

/** How a prepared write is sent; never rejects. */
export type Way = (write: PreparedWrite & { readonly call: NonNullable<PreparedWrite['call']> }) => Promise<Exchange>;

/** On a connection of its own. */
export const alone =
  ({ context: { target } }: Running): Way =>
  ({ call, hangUp }) =>
    target.send(call, hangUp);

/** Sends a prepared write now, and records what became of it. */
export async function send(run: Running, write: PreparedWrite, way: Way = alone(run)): Promise<Judged> {
  const { call } = write;
  if (call === null) return recordUnfit(run, write);
  const invoke = run.context.clock.now();
  const exchange = await way({ ...write, call });
  return recordWrite(run, write, invoke, exchange);
}

/** The next attempt of an intent, sent now. */
export const sendAgain = async (
  run: Running,
  intent: Intent,
  lane: string,
  options: AttemptOptions = {},
  way: Way = alone(run),
): Promise<Judged> => send(run, await prepare(run, intent, lane, options), way);

/** A write that is an intent of its own (the next one, or that of number `i`), from its steps to its record. */
export async function sendNext(
  run: Running,
  lane: string,
  { way = alone(run), i }: { readonly way?: Way; readonly i?: number } = {},
): Promise<{ readonly intent: Intent; readonly judged: Judged }> {
  const intent = intend(run, i);
  return { intent, judged: await sendAgain(run, intent, lane, {}, way) };
}
