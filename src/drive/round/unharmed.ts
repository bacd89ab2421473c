import type { UnharmedSpec } from '../../plan/plan.ts';
import { roundValues } from '../../plan/render.ts';
import type { Context, Round } from '../context.ts';
import { tried } from '../steps.ts';

/** Sent so often ahead of the first write, as a measure for the others. */
const MEASURES = 5;

/** Sends the request that must not be harmed, once, and marks how it went. */
export async function lookUnharmed(
  { target, clock, plan, recorder }: Context,
  round: Round,
  { request }: UnharmedSpec,
  phaseIndex: number,
): Promise<void> {
  const made = tried(() => round.common.call(request, roundValues(plan, round.number, round.taken)));
  const invoke = clock.now();
  const mark = { unharmed: true, round: round.number, phaseIndex, invoke } as const;
  if ('unfit' in made) return recorder.mark({ ...mark, complete: null, status: null, reason: made.unfit });
  const { answer, status, failure } = await target.send(made.made);
  const complete = answer === null ? null : clock.now();
  recorder.mark({ ...mark, complete, status, reason: failure?.message ?? null });
}

/** How it goes while nothing else does. */
export async function measureUnharmed(context: Context, round: Round): Promise<void> {
  const { unharmed } = context.plan;
  if (unharmed === undefined) return;
  for (let n = 0; n < MEASURES && !context.signal.aborted; n++) await lookUnharmed(context, round, unharmed, -1);
}
