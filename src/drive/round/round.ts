import type { SetupMark, StopMark } from '../../history/history.ts';
import type { PhasePlan } from '../../plan/plan.ts';
import type { Context, Round } from '../context.ts';
import { runPhase } from '../phases.ts';
import { running } from '../running.ts';
import { Tally } from '../tally.ts';
import { beside } from './beside.ts';
import { keyOf } from './key.ts';
import { setUp } from './setup.ts';
import { lookUnharmed, measureUnharmed } from './unharmed.ts';
import { RoundValues } from './values.ts';

/** Between two reads of a value that is watched while writes are in flight, in milliseconds. */
const DURING_EVERY_MS = 20;

/** Why a run must end with this round; null where it need not. */
export type End = StopMark | SetupMark | null;

/** Setup, base value, each phase with its settled value, and a watch for other writers around them. `isLast` is asked when its phases are over. */
export async function runRound(context: Context, number: number, isLast: () => boolean): Promise<End> {
  const { signal } = context;
  const setup = await setUp(context, number);
  if (signal.aborted) return null;
  if ('failed' in setup) return { setupFailed: true, round: number, message: setup.failed };
  const round: Round = { number, ...setup, key: keyOf(context.plan, number, setup.taken), intents: 0 };
  const began = context.clock.now();
  const values = new RoundValues(context, round, context.readings);
  const unreadable = await values.base();
  if (unreadable !== null) return { stopped: true, round: number, why: 'unreadable', message: unreadable };
  await measureUnharmed(context, round);
  const end = await runPhases(context, round, values);
  if (end !== null || signal.aborted) return end;
  await values.watchAfter((context.clock.now() - began) / 1e6, isLast());
  // Set anew, so that the last round comes last.
  context.resting.delete(round.key);
  context.resting.set(round.key, values);
  return null;
}

async function runPhases(context: Context, round: Round, values: RoundValues): Promise<End> {
  const whole = new Tally(null);
  for (const phase of context.plan.phases) {
    if (context.signal.aborted) return null;
    const tally = new Tally(whole);
    const failed = phase.nudge && !values.wantsNudge() ? null : await watched(context, round, phase, tally);
    if (context.signal.aborted) return null;
    if (failed !== null) return { setupFailed: true, round: round.number, message: failed };
    await values.settle(phase.info, tally, whole);
    if (tally.total > 0 && tally.answered === 0) return unanswered(round, phase, tally);
  }
  return null;
}

/** One phase, with what is looked at while it is under way. */
function watched(context: Context, round: Round, phase: PhasePlan, tally: Tally): Promise<string | null> {
  const { plan, signal, readings, progress } = context;
  progress({ kind: 'phase', round: round.number, phase: phase.info, done: 0 });
  const { unharmed } = plan;
  const held = (plan.header.expect.during ?? []).map(({ reading }) => reading);
  const looked = readings.filter((reading) => held.includes(reading.plan.name));
  let work = () => runPhase(running(context, round, phase, tally));
  for (const reading of looked) {
    const inner = work;
    const look = async () => void (await reading.read(context, round, 'during', phase.info));
    work = () => beside(inner, look, DURING_EVERY_MS, signal);
  }
  if (unharmed === undefined) return work();
  return beside(work, () => lookUnharmed(context, round, unharmed, phase.info.index), unharmed.everyMs, signal);
}

function unanswered({ number: round }: Round, { info }: PhasePlan, { total, silence }: Tally): StopMark {
  const why = silence === null ? '' : `: ${silence}`;
  const message = `none of the ${total} writes of the ${info.name} phase was answered${why}`;
  return { stopped: true, round, why: 'unanswered', message };
}
