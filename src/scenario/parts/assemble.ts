import type { ReadingSpec, RequestSpec, Scenario, Selector, SetupSpec, StatusSet } from '../scenario.ts';
import { BUILT_IN, RESERVED_NAMES } from '../text/builtins.ts';
import { Mistake } from '../text/mistake.ts';
import { headerSecrets, namedSecrets, usable } from '../text/secrets.ts';
import type { Check } from '../text/source.ts';
import type { Environment, Variables } from '../text/variables.ts';
import { DEFAULTS } from './defaults.ts';
import { type RequestContext, type RequestDraft, resolveRequest, resolveTarget } from './request.ts';

export interface SetupDraft {
  readonly request: RequestDraft;
  readonly expect: StatusSet;
  readonly take: Readonly<Record<string, Selector>>;
}

export interface ReadingDraft {
  readonly name: string;
  readonly request: RequestDraft;
  readonly take: Selector | null;
  readonly as: 'number' | 'count';
}

type Settled = 'vars' | 'env' | 'object' | 'require' | 'setup' | 'write' | 'readings' | 'quietMs' | 'secrets';

/** A scenario whose parts were read, and whose requests and values have still to be fitted together. */
export interface Draft extends Omit<Scenario, Settled> {
  readonly target: string | null;
  readonly variables: Variables;
  readonly environment: Environment;
  readonly setup: readonly SetupDraft[];
  readonly write: RequestDraft;
  readonly readings: readonly ReadingDraft[];
  /** Names whose values are secret. */
  readonly secretNames: readonly string[];
  /** Secrets known by themselves, such as the password of a proxy. */
  readonly secrets: readonly string[];
}

/** Fits a draft together: the one way to a Scenario, for flags and files alike. Throws a ProbeError. */
export function assemble(draft: Draft, check: Check): Scenario {
  const { target: _, variables, environment, secretNames, ...rest } = draft;
  checkVariables(draft, check);
  const context = { variables, check, target: targetOf(draft, check) };
  const { setup, taken } = assembleSetup(draft.setup, context);
  const write = {
    steps: [],
    request: resolveRequest(draft.write, { isWrite: true, isIdentity: null, taken }, context),
  };
  const readings = draft.readings.map((reading): ReadingSpec => {
    const request = resolveRequest(reading.request, { isWrite: false, isIdentity: null, taken }, context);
    return { ...reading, request, info: {}, settleMs: draft.settleMs };
  });
  check.settle();
  const requests = [...setup.map(({ request }) => request), write.request, ...readings.map(({ request }) => request)];
  return {
    ...rest,
    object: 'counter',
    require: 'eventual',
    vars: variables.inUse,
    env: variables.used,
    setup,
    write,
    readings,
    quietMs: DEFAULTS.quietMs,
    secrets: secretsOf(draft, requests, namedSecrets(secretNames, variables, environment)),
  };
}

function checkVariables({ variables, setup }: Draft, check: Check): void {
  const names = Object.keys(variables.values);
  for (const name of names) check.attempt(['vars', name], undefined, () => variables.checkDefinition(name), 'key');
  // Texts are followed through variables from here on, which a cycle would make endless.
  check.settle();
  const scope = { isWrite: true, isIdentity: null, taken: setup.flatMap(({ take }) => Object.keys(take)) };
  for (const name of names) {
    check.attempt(['vars', name], undefined, () => variables.check(String(variables.values[name]), scope));
  }
  check.settle();
}

function targetOf({ target, variables }: Draft, check: Check): RequestContext['target'] {
  if (target === null) return null;
  const resolved = check.attempt(['target'], null, () => {
    variables.check(target, { isWrite: false, isIdentity: null, taken: [] });
    return resolveTarget(target, variables);
  });
  // Without it every path would be called an error as well.
  check.settle();
  return resolved;
}

function assembleSetup(
  steps: readonly SetupDraft[],
  context: RequestContext,
): { setup: SetupSpec[]; taken: readonly string[] } {
  const setup: SetupSpec[] = [];
  const taken: string[] = [];
  for (const step of steps) {
    setup.push({
      ...step,
      request: resolveRequest(step.request, { isWrite: false, isIdentity: null, taken: [...taken] }, context),
    });
    for (const name of Object.keys(step.take)) {
      context.check.attempt(
        [...step.request.path, 'take', name],
        undefined,
        () => checkTaken(name, context.variables),
        'key',
      );
      taken.push(name);
    }
  }
  return { setup, taken };
}

function checkTaken(name: string, variables: Variables): void {
  if (RESERVED_NAMES.includes(name)) {
    throw new Mistake(`setup cannot take a value called ${name}: {{${name}}} is built in`, `built in are ${BUILT_IN}`);
  }
  if (variables.has(name)) throw new Mistake(`{{${name}}} is a variable already`, 'take the value under another name');
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) {
    throw new Mistake(
      `${JSON.stringify(name)} is not a name for a value`,
      'letters, digits, _ and -, beginning with a letter',
    );
  }
}

function secretsOf(draft: Draft, requests: readonly RequestSpec[], named: readonly string[]): readonly string[] {
  const { variables } = draft;
  return usable([...named, ...Object.values(variables.used), ...draft.secrets, ...headerSecrets(requests, variables)]);
}
