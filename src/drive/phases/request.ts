import { roundValues } from '../../plan/render.ts';
import type { RunningOf } from '../running.ts';
import { doSteps } from '../steps.ts';

/** Sends a plain request; what it takes is there for the rest of the round. What went wrong, or undefined. */
export async function runRequest({ context, round, phase }: RunningOf<'request'>): Promise<string | undefined> {
  const { plan } = context;
  const result = await doSteps(context, round.common, [phase.how.step], `phase ${phase.info.name}, request`, (taken) =>
    roundValues(plan, round.number, { ...round.taken, ...taken }),
  );
  if ('failed' in result) return result.failed;
  round.taken = { ...round.taken, ...result.taken };
  return undefined;
}
