import pLimit from 'p-limit';
import type { PlanOf } from '../plan/plan.ts';
import { pause } from './clock.ts';
import type { Context, Round, Tally } from './context.ts';
import type { Connection, Held } from './http/connection.ts';
import type { Exchange } from './http/exchange.ts';
import { unopened } from './http/target.ts';
import type { Cut } from './http/wire.ts';
import { type PreparedWrite, prepare, recordWrite } from './write.ts';

/** Connections that are opened side by side; more would overrun a server's queue of new ones. */
const OPENING = 64;
/** Up to here the whole body waits with the end of the headers: it still leaves in one packet. */
export const SMALL_BODY_BYTES = 1400;

interface HeldWrite {
  readonly write: PreparedWrite;
  readonly connection: Connection;
  readonly held: Held;
  /** When its head was handed over: what an early answer may have started from. */
  readonly headNs: number;
}

/**
 * Lets all writes of a phase go at once: opens and warms a connection for each, sends every request but its tail, holds
 * them, then hands over all tails in one synchronous loop.
 */
export async function runBurst(
  context: Context,
  round: Round,
  phase: PlanOf<'concurrent'>,
  tally: Tally,
): Promise<void> {
  const record = (write: PreparedWrite, invoke: number, exchange: Exchange) =>
    recordWrite(context, round, phase, write, invoke, exchange, tally);
  const writes = Array.from({ length: phase.how.count }, (_, i) => prepare(context, round, phase, `c${i}`));
  const { cut, left } = await chooseCut(context, phase, writes, record);
  const held = await holdAll(context, left, cut, record);
  await pause(phase.how.holdMs, context.signal);
  const invoke = letGo(context, round, phase, held);
  let done = phase.how.count - held.length;
  const finish = async ({ write, connection, held: call, headNs }: HeldWrite) => {
    // An early answer may have been started from the head on; its write began there.
    const exchange = await call.exchange;
    const began = call.early() ? headNs : invoke;
    record(write, began, await context.target.follow(write.call, exchange));
    connection.close();
    context.progress({ kind: 'phase', round: round.number, phase: phase.info, done: ++done });
  };
  try {
    await Promise.all(held.map(finish));
  } finally {
    for (const { connection } of held) connection.close();
  }
}

type Record = (write: PreparedWrite, invoke: number, exchange: Exchange) => void;

/**
 * A large body is sent ahead but for its last bytes, once a write has shown that the server waits for them: the first
 * one of the phase goes alone, and counts like any other.
 */
async function chooseCut(
  context: Context,
  phase: PlanOf<'concurrent'>,
  writes: readonly PreparedWrite[],
  record: Record,
): Promise<{ readonly cut: Cut; readonly left: readonly PreparedWrite[] }> {
  const [probe, ...left] = writes;
  if (probe === undefined || (probe.call.body?.length ?? 0) <= SMALL_BODY_BYTES)
    return { cut: 'headers', left: writes };
  const known = context.cuts.get(phase.info.index);
  if (known !== undefined) return { cut: known, left: writes };
  const [only] = await holdAll(context, [probe], 'last-byte', record);
  if (only === undefined) return { cut: 'headers', left };
  await pause(phase.how.holdMs, context.signal);
  const cut: Cut = only.held.waiting() ? 'last-byte' : 'headers';
  only.held.nudge();
  only.held.release();
  record(probe, only.headNs, await context.target.follow(probe.call, await only.held.exchange));
  only.connection.close();
  context.cuts.set(phase.info.index, cut);
  return { cut, left };
}

/** Holds every write that gets a connection; the others are recorded as not sent. */
async function holdAll(
  context: Context,
  writes: readonly PreparedWrite[],
  cut: Cut,
  record: Record,
): Promise<HeldWrite[]> {
  const { target, clock } = context;
  const limit = pLimit(OPENING);
  const opened = await Promise.all(
    writes.map((write) =>
      limit(async () => {
        const startNs = clock.now();
        try {
          return { write, connection: await target.open(write.call) };
        } catch (error) {
          record(write, startNs, unopened(startNs, clock.now(), error));
          return null;
        }
      }),
    ),
  );
  const held = opened
    .filter((one) => one !== null)
    .map((one) => ({ ...one, headNs: clock.now(), held: one.connection.hold(one.write.call, cut, target.signal) }));
  await Promise.all(held.map((one) => one.held.ready));
  return held;
}

/** Hands over all tails in one tick, beginning with another connection each round; returns when that began (ns). */
function letGo(context: Context, round: Round, phase: PlanOf<'concurrent'>, held: readonly HeldWrite[]): number {
  const { clock, recorder } = context;
  const turn = held.length === 0 ? 0 : (round.number - 1) % held.length;
  const waiting = [...held.slice(turn), ...held.slice(0, turn)].filter((one) => one.held.waiting());
  const early = held.some((one) => one.held.early());
  // Stamped before the first held byte may leave: a later stamp would come after some arrivals.
  const invoke = clock.now();
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
