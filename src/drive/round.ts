import type { SetupMark, StopMark } from '../history/history.ts';
import { render, roundValues } from '../plan/render.ts';
import type { Context, Round, Tally } from './context.ts';
import { runPhase } from './phases.ts';
import type { Reading } from './reading.ts';
import { RoundValues } from './round-values.ts';
import { setUp } from './setup.ts';

/** Setup, base value, each phase with its settled value, and a watch for other writers around them. Returns why the run must end with it, or null. `isLast` is asked when its phases are over. */
export async function runRound(
  context: Context,
  readings: readonly Reading[],
  number: number,
  isLast: () => boolean,
): Promise<StopMark | SetupMark | null> {
  const { signal } = context;
  const setup = await setUp(context, number);
  if (signal.aborted) return null;
  if ('failed' in setup) return { setupFailed: true, round: number, message: setup.failed };
  const round: Round = { number, taken: setup.taken, key: keyOf(context, number, setup.taken), written: 0 };
  const began = context.clock.now();
  const values = new RoundValues(context, round, readings);
  const unreadable = await values.base();
  if (unreadable !== null) return { stopped: true, round: number, why: 'unreadable', message: unreadable };
  for (const phase of context.plan.phases) {
    if (signal.aborted) return null;
    const tally: Tally = { acknowledged: 0, unknown: 0, answered: 0, total: 0 };
    context.progress({ kind: 'phase', round: number, phase: phase.info, done: 0 });
    await runPhase(context, round, phase, tally);
    if (signal.aborted) return null;
    await values.settle(phase.info, tally);
    if (tally.total > 0 && tally.answered === 0)
      return {
        stopped: true,
        round: number,
        why: 'unanswered',
        message: `none of the ${tally.total} writes of the ${phase.info.name} phase was answered`,
      };
  }
  await values.watchAfter((context.clock.now() - began) / 1e6, isLast());
  // Set anew, so that the last round comes last.
  context.resting.delete(round.key);
  context.resting.set(round.key, values);
  return null;
}

/** The counter a round is about, told by where it is read, or else by where it is written. */
function keyOf({ plan }: Context, round: number, taken: Round['taken']): string {
  const request = plan.readings[0]?.request ?? { ...plan.write.request, body: null };
  try {
    const url = new URL(render(request, roundValues(plan, round, taken)).url);
    return url.pathname + url.search;
  } catch {
    return 'default';
  }
}
