import type { PhaseSpec, RequestSpec, Scenario, SetupSpec, WriteSpec } from './scenario.ts';

/** Every request that a run of the scenario may send. */
export function requestsOf(scenario: Omit<Scenario, 'secrets'>): readonly RequestSpec[] {
  const { setup, write, readings, identities, unharmed, phases } = scenario;
  return [
    ...ofSteps(setup),
    ...ofSteps(identities?.setup ?? []),
    ...ofWrite(write),
    ...readings.map(({ request }) => request),
    ...(unharmed === undefined ? [] : [unharmed.request]),
    ...phases.flatMap(ofPhase),
  ];
}

const ofSteps = (steps: readonly SetupSpec[]): readonly RequestSpec[] => steps.map(({ request }) => request);
const ofWrite = ({ steps, request }: WriteSpec): readonly RequestSpec[] => [...ofSteps(steps), request];

function ofPhase(phase: PhaseSpec): readonly RequestSpec[] {
  return [
    ...(phase.write === null ? [] : ofWrite(phase.write)),
    ...(phase.kind === 'request' ? [phase.step.request] : []),
    ...(phase.kind === 'replay' && phase.other !== null ? [phase.other] : []),
  ];
}
