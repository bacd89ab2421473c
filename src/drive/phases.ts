import type { PhasePlan } from '../plan/plan.ts';
import { runBurst } from './burst.ts';
import type { Context, Round, Tally } from './context.ts';
import { runSpaced } from './spaced.ts';

/** Carries out one phase of a round: what its kind asks for. */
export function runPhase(context: Context, round: Round, { info, how }: PhasePlan, tally: Tally): Promise<void> {
  switch (how.kind) {
    case 'concurrent':
      return runBurst(context, round, { info, how }, tally);
    case 'spaced':
      return runSpaced(context, round, { info, how }, tally);
    default:
      throw new Error(`phase ${how.kind} cannot be carried out`);
  }
}
