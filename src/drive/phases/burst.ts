import pLimit from 'p-limit';
import { pause } from '../clock.ts';
import type { Connection, Held } from '../http/connection.ts';
import type { Exchange } from '../http/exchange.ts';
import { unopened } from '../http/target.ts';
import type { Cut } from '../http/wire.ts';
import { type Intent, type PreparedWrite, prepare } from '../intent.ts';
import type { Running } from '../running.ts';
import { recordUnfit, recordWrite } from '../write.ts';

/** Writes whose steps are done side by side. */
const STEPPING = 64;
/** Connections that are opened side by side; more would overrun a server's queue of new ones. */
const OPENING = 64;
/** Up to here the whole body waits with the end of the headers: it still leaves in one packet. */
const SMALL_BODY_BYTES = 1400;

interface HeldWrite {
  readonly write: PreparedWrite;
  readonly connection: Connection;
  readonly held: Held;
  /** When its head was handed over: what an early answer may have started from. */
  readonly headNs: number;
}

/** Prepares writes, their steps done side by side; their numbers and lanes go by place. */
export function prepareAll(run: Running, intentOf: () => Intent, count: number): Promise<readonly PreparedWrite[]> {
  const limit = pLimit(STEPPING);
  const intents = Array.from({ length: count }, intentOf);
  return Promise.all(intents.map((intent, i) => limit(() => prepare(run, intent, `c${i}`))));
}

/** What is done on a connection once the answer to its write of the burst is in; it is closed after. */
export type Then = (write: PreparedWrite, connection: Connection) => Promise<void>;

/**
 * Lets writes go at once: opens and warms a connection for each, sends every request but its tail, holds them, then
 * hands over all tails in one synchronous loop.
 */
export async function burst(
  run: Running,
  writes: readonly PreparedWrite[],
  holdMs: number,
  then: Then = async () => {},
): Promise<void> {
  const { context } = run;
  const fit = writes.filter((write) => write.call !== null);
  for (const write of writes) if (write.call === null) recordUnfit(run, write);
  const { cut, left } = await chooseCut(run, fit, holdMs);
  const held = await holdAll(run, left, cut);
  await pause(holdMs, context.signal);
  const invoke = letGo(run, held);
  const finish = async ({ write, connection, held: call, headNs }: HeldWrite) => {
    // An early answer may have been started from the head on; its write began there.
    const exchange = await call.exchange;
    const began = call.early() ? headNs : invoke;
    recordWrite(run, write, began, await followed(run, write, exchange));
    await then(write, connection);
    connection.close();
  };
  try {
    await Promise.all(held.map(finish));
  } finally {
    for (const { connection } of held) connection.close();
  }
}

const followed = ({ context }: Running, { call }: PreparedWrite, exchange: Exchange): Promise<Exchange> | Exchange =>
  call === null ? exchange : context.target.follow(call, exchange);

/**
 * A large body is sent ahead but for its last bytes, once a write has shown that the server waits for them: the first
 * one of the phase goes alone, and counts like any other.
 */
async function chooseCut(
  run: Running,
  writes: readonly PreparedWrite[],
  holdMs: number,
): Promise<{ readonly cut: Cut; readonly left: readonly PreparedWrite[] }> {
  const { context, phase } = run;
  const [probe, ...left] = writes;
  if (probe === undefined || (probe.call?.body?.length ?? 0) <= SMALL_BODY_BYTES)
    return { cut: 'headers', left: writes };
  const known = context.cuts.get(phase.info.index);
  if (known !== undefined) return { cut: known, left: writes };
  const [only] = await holdAll(run, [probe], 'last-byte');
  if (only === undefined) return { cut: 'headers', left };
  await pause(holdMs, context.signal);
  const cut: Cut = only.held.waiting() ? 'last-byte' : 'headers';
  only.held.limit();
  only.held.nudge();
  only.held.release();
  recordWrite(run, probe, only.headNs, await followed(run, probe, await only.held.exchange));
  only.connection.close();
  context.cuts.set(phase.info.index, cut);
  return { cut, left };
}

/** Holds every write that gets a connection; the others are recorded as not sent. */
async function holdAll(run: Running, writes: readonly PreparedWrite[], cut: Cut): Promise<HeldWrite[]> {
  const { target, clock } = run.context;
  const limit = pLimit(OPENING);
  const opened = await Promise.all(
    writes.flatMap((write) => {
      const { call } = write;
      return call === null ? [] : [limit(() => openFor(run, write, call))];
    }),
  );
  const held = opened
    .filter((one) => one !== null)
    .map(({ call, ...one }) => {
      const headNs = clock.now();
      return { ...one, headNs, held: one.connection.hold(call, cut, target.signal, one.write.hangUp) };
    });
  await Promise.all(held.map((one) => one.held.ready));
  return held;
}

async function openFor(run: Running, write: PreparedWrite, call: NonNullable<PreparedWrite['call']>) {
  const { target, clock } = run.context;
  const startNs = clock.now();
  try {
    return { write, call, connection: await target.open(call) };
  } catch (error) {
    recordWrite(run, write, startNs, unopened(startNs, clock.now(), error));
    return null;
  }
}

/** Hands over all tails in one tick, beginning with another connection each round; returns when that began (ns). */
function letGo({ context, round, phase }: Running, held: readonly HeldWrite[]): number {
  const { clock, recorder } = context;
  const turn = held.length === 0 ? 0 : (round.number - 1) % held.length;
  const waiting = [...held.slice(turn), ...held.slice(0, turn)].filter((one) => one.held.waiting());
  const early = held.some((one) => one.held.early());
  // Stamped before the first held byte may leave: a later stamp would come after some arrivals.
  const invoke = clock.now();
  // Also of those that do not wait: an answer that began early may never end.
  for (const one of held) one.held.limit();
  for (const one of waiting) one.held.nudge();
  let queued = 0;
  for (const one of waiting) if (!one.held.release()) queued++;
  const sent = waiting.map((one) => one.held.sentNs() ?? invoke);
  const first = sent[0] ?? invoke;
  const last = sent.at(-1) ?? first;
  const { index: phaseIndex, name } = phase.info;
  if (waiting.length > 0 || early)
    recorder.mark({ release: true, round: round.number, phase: name, phaseIndex, first, last, early, queued });
  return invoke;
}
