import type { PhaseKind } from '../history/history.ts';
import type { PhasePlan, PlanOf } from '../plan/plan.ts';
import { fractionFrom } from '../plan/random.ts';
import type { Context, Round } from './context.ts';
import type { Tally } from './tally.ts';

/** One phase under way. */
export interface Running {
  readonly context: Context;
  readonly round: Round;
  readonly phase: PhasePlan;
  readonly tally: Tally;
  /** Places in the phase of the writes that we hang up on. */
  readonly hungUpOn: ReadonlySet<number>;
  /** Writes prepared so far. */
  prepared: number;
  /** Writes that are over. */
  done: number;
}

export type RunningOf<Kind extends PhaseKind> = Running & { readonly phase: PlanOf<Kind> };

export function running(context: Context, round: Round, phase: PhasePlan, tally: Tally): Running {
  return { context, round, phase, tally, hungUpOn: hungUpOn(context, round, phase), prepared: 0, done: 0 };
}

/** Exactly the share that is asked for, spread by the seed. */
function hungUpOn({ plan }: Context, { number }: Round, { info, how: { abort } }: PhasePlan): ReadonlySet<number> {
  if (abort === null) return new Set();
  const places = Array.from({ length: info.count }, (_, place) => ({
    place,
    by: fractionFrom(plan.header.seed, `abort ${number} ${info.index} ${place}`),
  }));
  const sorted = places.sort((a, b) => a.by - b.by).map(({ place }) => place);
  return new Set(sorted.slice(0, Math.round(abort.share * info.count)));
}
