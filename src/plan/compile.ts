import type { Scenario } from '../scenario/scenario.ts';
import type { Plan } from './plan.ts';

/** Turns a scenario into a plan; pure: the same scenario and seed make the same plan. */
export function compile(_scenario: Scenario, _seed: number): Plan {
  throw new Error('not built yet');
}
