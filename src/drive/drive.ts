import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { HistoryEntry, StopMark } from '../history/history.ts';
import type { Plan } from '../plan/plan.ts';
import { hiding } from '../plan/redact.ts';
import { Caches } from './answer/caches.ts';
import { type Clock, monotonicClock, timerMs } from './clock.ts';
import type { Context } from './context.ts';
import { createTarget } from './http/target.ts';
import type { ProgressEvent } from './progress.ts';
import { Reading } from './reading.ts';
import { Recorder } from './recorder.ts';
import { runRound } from './round/round.ts';

const LOOKING = 4;

export interface DriveIo {
  /** Receives each operation when it is complete, and each mark, in order. */
  readonly record: (entry: HistoryEntry) => void;
  readonly progress: (event: ProgressEvent) => void;
  /** Told of credentials of the target as they become known; none of them is in what is recorded from then on. */
  readonly hide?: (secrets: readonly string[]) => void;
  /** Asked after each round that was done to its end, once all of it is recorded: whether another one may follow. */
  readonly goOn: (round: number) => boolean;
  /** Stops new calls; those in flight are given up and recorded as unknown. */
  readonly signal: AbortSignal;
  /** Whose times are recorded; left out: one that starts with the drive. */
  readonly clock?: Clock;
}

/** Carries out a plan against its target. Rejects only for a fault of ours; all else is in the history. */
export async function drive(plan: Plan, io: DriveIo): Promise<void> {
  const deadline = AbortSignal.timeout(timerMs(plan.deadlineMs));
  const signal = AbortSignal.any([io.signal, deadline]);
  // Every call in flight listens; a burst of a thousand is no leak.
  setMaxListeners(0, signal);
  const clock = io.clock ?? monotonicClock();
  const hidden = hiding(plan.secrets);
  const hide = (secrets: readonly string[]) => {
    const fresh = hidden.hide(secrets);
    if (fresh.length > 0) io.hide?.(fresh);
  };
  const recorder = new Recorder(io.record, hidden);
  const target = createTarget(plan.connection, clock, signal);
  const context: Context = {
    plan,
    target,
    clock,
    recorder,
    progress: io.progress,
    hide,
    signal,
    readings: plan.readings.map((reading) => new Reading(reading, plan.header)),
    caches: new Caches(),
    cuts: new Map(),
    resting: new Map(),
  };
  for (let round = 1; round <= plan.rounds; round++) {
    io.progress({ kind: 'round', round, rounds: plan.untilMs === undefined ? plan.rounds : null });
    const isLast = lastOnce(context, round);
    const end = await runRound(context, round, isLast);
    // An interrupted round also fails in other ways, which are only its consequence.
    const stop = interruption(plan, round, io.signal, deadline) ?? end;
    if (stop !== null) return recorder.mark(stop);
    if (isLast() || !io.goOn(round)) break;
  }
  await lookAgain(context);
}

/** Whether a round is the last one planned, or its time is up. The first answer stays: the round is watched accordingly. */
function lastOnce({ plan, clock }: Context, round: number): () => boolean {
  let last: boolean | null = null;
  return () => {
    last ??= round === plan.rounds || (plan.untilMs !== undefined && clock.now() >= plan.untilMs * 1e6);
    return last;
  };
}

/** Every counter but that of the last round, which was just watched. */
async function lookAgain({ resting }: Context): Promise<void> {
  const limit = pLimit(LOOKING);
  const earlier = [...resting.values()].slice(0, -1);
  await Promise.all(earlier.map((values) => limit(() => values.lookAgain())));
}

function interruption(plan: Plan, round: number, asked: AbortSignal, deadline: AbortSignal): StopMark | null {
  const message = `the run reached its time limit of ${plan.deadlineMs / 1000} s`;
  if (asked.aborted) return { stopped: true, round, why: 'interrupted', message: 'the run was interrupted' };
  return deadline.aborted ? { stopped: true, round, why: 'deadline', message } : null;
}
