import { ProbeError } from '../../errors.ts';
import type { ConnectionPolicy, PhaseSpec, RequestSpec, Scenario, SetupSpec, WriteSpec } from '../scenario.ts';

/** What a command line changes in the scenarios that it runs. */
export interface Overrides {
  readonly rounds?: number;
  readonly untilMs?: number;
  readonly settleMs?: number;
  readonly timeoutMs?: number;
  readonly deadlineMs?: number;
  readonly require?: string;
  /** How many a quota admits, or a reservation has; of what stays as the scenario says. */
  readonly limit?: string;
  readonly minOverlap?: number;
  readonly maxSpreadMs?: number;
  readonly connection?: ConnectionPolicy;
  /** Secrets that come with it, such as the password of a proxy. */
  readonly secrets?: readonly string[];
}

/** The scenario with the changes; what they leave out stays. Throws a ProbeError (`usage`) for a limit where there is none. */
export function override(scenario: Scenario, changes: Overrides): Scenario {
  const { timeoutMs, limit, secrets, ...plain } = changes;
  const timed = timeoutMs === undefined ? scenario : withTimeout(scenario, timeoutMs);
  const settled = plain.settleMs === undefined ? timed : withSettle(timed, plain.settleMs);
  const limited = limit === undefined ? settled : withLimit(settled, limit);
  return { ...limited, ...plain, secrets: [...new Set([...scenario.secrets, ...(secrets ?? [])])] };
}

function withLimit(scenario: Scenario, count: string): Scenario {
  if (scenario.expect.counts?.some(({ count: of }) => of === 'acknowledged')) {
    const message = `--limit: ${scenario.file} says itself how many are acknowledged`;
    throw new ProbeError('usage', message, { mend: 'leave one of the two out' });
  }
  if (scenario.object === 'quota' || scenario.object === 'reservation') {
    return { ...scenario, limit: { per: 'round', ...scenario.limit, count } };
  }
  throw new ProbeError('usage', `--limit: ${scenario.file} is no quota`, { mend: 'add object: quota to the file' });
}

const withSettle = (scenario: Scenario, settleMs: number): Scenario => ({
  ...scenario,
  readings: scenario.readings.map((reading) => ({ ...reading, settleMs })),
});

function withTimeout(scenario: Scenario, timeoutMs: number): Scenario {
  const limited = (request: RequestSpec): RequestSpec => ({ ...request, timeoutMs });
  const steps = (all: readonly SetupSpec[]) => all.map((step) => ({ ...step, request: limited(step.request) }));
  const write = (one: WriteSpec): WriteSpec => ({ steps: steps(one.steps), request: limited(one.request) });
  return {
    ...scenario,
    write: write(scenario.write),
    phases: scenario.phases.map((phase) => phaseWith(phase, { limited, write })),
    setup: steps(scenario.setup),
    ...(scenario.identities === undefined
      ? {}
      : { identities: { ...scenario.identities, setup: steps(scenario.identities.setup) } }),
    ...(scenario.unharmed === undefined
      ? {}
      : { unharmed: { ...scenario.unharmed, request: limited(scenario.unharmed.request) } }),
    readings: scenario.readings.map((reading) => ({ ...reading, request: limited(reading.request) })),
  };
}

interface Changed {
  readonly limited: (request: RequestSpec) => RequestSpec;
  readonly write: (one: WriteSpec) => WriteSpec;
}

function phaseWith(phase: PhaseSpec, { limited, write }: Changed): PhaseSpec {
  const own = { write: phase.write && write(phase.write) };
  if (phase.kind === 'request')
    return { ...phase, ...own, step: { ...phase.step, request: limited(phase.step.request) } };
  if (phase.kind === 'replay') return { ...phase, ...own, other: phase.other && limited(phase.other) };
  return { ...phase, ...own };
}
