import type { ConnectionPolicy, RequestSpec, Scenario, SetupSpec, WriteSpec } from '../scenario.ts';

/** What a command line changes in the scenarios that it runs. */
export interface Overrides {
  readonly rounds?: number;
  readonly untilMs?: number;
  readonly settleMs?: number;
  readonly timeoutMs?: number;
  readonly deadlineMs?: number;
  readonly minOverlap?: number;
  readonly maxSpreadMs?: number;
  readonly connection?: ConnectionPolicy;
  /** Secrets that come with it, such as the password of a proxy. */
  readonly secrets?: readonly string[];
}

/** The scenario with the changes; what they leave out stays. */
export function override(scenario: Scenario, changes: Overrides): Scenario {
  const { timeoutMs, secrets, ...plain } = changes;
  const timed = timeoutMs === undefined ? scenario : withTimeout(scenario, timeoutMs);
  return { ...timed, ...plain, secrets: [...new Set([...scenario.secrets, ...(secrets ?? [])])] };
}

function withTimeout(scenario: Scenario, timeoutMs: number): Scenario {
  const limited = (request: RequestSpec): RequestSpec => ({ ...request, timeoutMs });
  const steps = (all: readonly SetupSpec[]) => all.map((step) => ({ ...step, request: limited(step.request) }));
  const write = (one: WriteSpec): WriteSpec => ({ steps: steps(one.steps), request: limited(one.request) });
  return {
    ...scenario,
    write: write(scenario.write),
    phases: scenario.phases.map((phase) => ({ ...phase, write: phase.write && write(phase.write) })),
    setup: steps(scenario.setup),
    readings: scenario.readings.map((reading) => ({ ...reading, request: limited(reading.request) })),
  };
}
