import { requestsOf } from '../requests.ts';
import type { IdentitiesSpec, PhaseSpec, Scenario } from '../scenario.ts';
import { checkHeader } from '../text/header.ts';
import { headerSecrets, namedSecrets, usable } from '../text/secrets.ts';
import type { Check } from '../text/source.ts';
import type { Scope } from '../text/variables.ts';
import { DEFAULTS } from './defaults.ts';
import type { Draft, IdentitiesDraft, PhaseDraft, SetupDraft } from './draft.ts';
import { type RequestContext, resolveRequest, resolveTarget } from './request.ts';
import { resolveSteps, resolveWrite } from './taken.ts';

/** Fits a draft together: the one way to a Scenario, for flags and files alike. Throws a ProbeError. */
export function assemble(draft: Draft, check: Check): Scenario {
  const { target: _, variables, environment, secretNames, identities, unharmed, ...rest } = draft;
  checkVariables(draft, check);
  const context = { variables, check, target: targetOf(draft, check) };
  const { steps: setup, scope: round } = resolveSteps(draft.setup, beginOf(draft), context);
  const own = identitiesOf(identities, round, context);
  const forWrite = { ...own.scope, isWrite: true };
  const fitted = {
    setup,
    write: resolveWrite(draft.write, forWrite, context),
    readings: draft.readings.map((one) => ({ ...one, request: resolveRequest(one.request, round, context) })),
    phases: phasesOf(draft.phases, { round, forWrite }, context),
    ...(own.identities === null ? {} : { identities: own.identities }),
    ...(unharmed === null
      ? {}
      : { unharmed: { ...unharmed, request: resolveRequest(unharmed.request, round, context) } }),
  };
  check.settle();
  const scenario = { ...rest, ...fitted, vars: variables.inUse, env: variables.used, quietMs: DEFAULTS.quietMs };
  return { ...scenario, secrets: secretsOf(draft, scenario, namedSecrets(secretNames, variables, environment)) };
}

const beginOf = ({ identities, phases }: Draft): Scope => ({
  elsewhere: phases.flatMap(({ step }) => Object.keys(step?.take ?? {})),
  isWrite: false,
  isIdentity: identities === null ? null : false,
  taken: [],
});

function checkVariables(draft: Draft, check: Check): void {
  const { variables, setup, identities, write, phases } = draft;
  const names = Object.keys(variables.values);
  for (const name of names) check.attempt(['vars', name], undefined, () => variables.checkDefinition(name), 'key');
  // Texts are followed through variables from here on, which a cycle would make endless.
  check.settle();
  const own = phases.flatMap((phase) => [...(phase.write?.steps ?? []), ...(phase.step ? [phase.step] : [])]);
  const steps: readonly SetupDraft[] = [...setup, ...(identities?.setup ?? []), ...write.steps, ...own];
  const taken = steps.flatMap(({ take }) => Object.keys(take));
  const scope = { isWrite: true, isIdentity: identities === null ? null : true, taken };
  for (const name of names) {
    check.attempt(['vars', name], undefined, () => variables.check(String(variables.values[name]), scope));
  }
  check.settle();
}

function targetOf(draft: Draft, check: Check): RequestContext['target'] {
  const { target, variables } = draft;
  if (target === null) return null;
  const resolved = check.attempt(['target'], null, () => {
    variables.check(target, beginOf(draft));
    return resolveTarget(target, variables);
  });
  // Without it every path would be called an error as well.
  check.settle();
  return resolved;
}

function identitiesOf(
  draft: IdentitiesDraft | null,
  round: Scope,
  context: RequestContext,
): { readonly identities: IdentitiesSpec | null; readonly scope: Scope } {
  if (draft === null) return { identities: null, scope: round };
  const { steps: setup, scope } = resolveSteps(draft.setup, { ...round, isIdentity: true }, context);
  for (const header of draft.headers) {
    const path = ['identities', 'headers', header[0]];
    context.check.attempt(path, undefined, () => context.variables.check(header[1], scope));
    context.check.attempt(path, undefined, () => checkHeader(header));
  }
  return { identities: { ...draft, setup }, scope };
}

/** What a phase that is a request takes is known in the requests of the phases after it. */
function phasesOf(
  drafts: readonly PhaseDraft[],
  { round, forWrite }: { readonly round: Scope; readonly forWrite: Scope },
  context: RequestContext,
): readonly PhaseSpec[] {
  let taken: readonly string[] = [];
  const also = (scope: Scope): Scope => ({ ...scope, taken: [...scope.taken, ...taken] });
  return drafts.map(({ write, other, step, command, finish }) => {
    if (command !== null) {
      context.check.attempt(command.path, undefined, () => context.variables.check(command.text, also(round)));
    }
    const asked = step === null ? null : resolveSteps([step], also(round), context);
    taken = asked === null ? taken : asked.scope.taken;
    return finish({
      write: write && resolveWrite(write, also(forWrite), context),
      other: other && resolveRequest(other, also(forWrite), context),
      step: asked?.steps[0] ?? null,
    });
  });
}

function secretsOf(
  { variables, secrets }: Draft,
  scenario: Omit<Scenario, 'secrets'>,
  named: readonly string[],
): readonly string[] {
  const headers = [...requestsOf(scenario), { headers: scenario.identities?.headers ?? [] }];
  return usable([...named, ...Object.values(variables.used), ...secrets, ...headerSecrets(headers, variables)]);
}
