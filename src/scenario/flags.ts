import { setupFromCurl } from './flags/before.ts';
import { connectionFromFlags } from './flags/connection.ts';
import { judging, overridesOf } from './flags/judging.ts';
import { expectOf, objectOf, phasesFromFlags } from './flags/object.ts';
import { outcomeFromFlags } from './flags/outcome.ts';
import { readingsFromFlags, writeFromFlags } from './flags/requests.ts';
import type { FlagContext, RunFlags } from './flags/types.ts';
import { FlagCheck, flagValue, usage } from './flags/values.ts';
import type { LoadOptions } from './load.ts';
import { assemble } from './parts/assemble.ts';
import { DEFAULTS } from './parts/defaults.ts';
import type { Draft } from './parts/draft.ts';
import { redactor } from './redact.ts';
import type { Scenario } from './scenario.ts';
import { checkedStep } from './text/decimal.ts';
import { parseSelector } from './text/selector.ts';
import { loadVariables, parseVariables, type VariableValues } from './text/var-values.ts';
import { Variables } from './text/variables.ts';

export type { DataPiece, FlagContext, RunFlags } from './flags/types.ts';

/** The scenario that a command line without files describes. Throws a ProbeError (`usage`, or `file` for a file of a flag). */
export function scenarioFromFlags(flags: RunFlags, context: FlagContext): Scenario {
  const variables = new Variables(variablesOf(flags), context.env);
  const { connection, secrets } = connectionFromFlags(flags);
  const write = writeFromFlags(flags, variables, context);
  const readings = readingsFromFlags(flags, write, variables, context);
  const probed = objectOf(flags);
  const { returns, before = [] } = flags;
  const draft: Draft = {
    name: '',
    file: null,
    target: null,
    variables,
    environment: context.env,
    ...probed,
    step: flagValue('--step', () => checkedStep(flags.step ?? DEFAULTS.step)),
    setup: before.map((line, index) => setupFromCurl(line, index, flags, variables, context)),
    identities: null,
    write: { steps: [], request: write },
    outcome: outcomeFromFlags(flags),
    returns: returns === undefined ? null : flagValue('--returns', () => parseSelector(returns)),
    ...(returns === undefined ? {} : { returnsNumber: true as const }),
    readings,
    phases: phasesFromFlags(flags),
    unharmed: null,
    ...expectOf(probed, readings, returns !== undefined && probed.object === 'counter'),
    ...judging(flags),
    connection,
    secretNames: flags.secret ?? [],
    secrets,
  };
  return named(assemble(draft, FlagCheck));
}

/** What a command line says about the scenario files that it runs; flags that describe a request have no place there. */
export function loadOptionsFromFlags(flags: RunFlags, context: FlagContext): LoadOptions {
  for (const flag of REQUEST_FLAGS) {
    const given = flags[flag];
    if (given === undefined || (Array.isArray(given) && given.length === 0)) continue;
    const shown = `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw usage(shown, 'does not go with scenario files', 'say it in the file, or leave the files out');
  }
  const { connection, secrets } = connectionFromFlags(flags);
  return {
    env: context.env,
    vars: variablesOf(flags),
    secrets: flags.secret ?? [],
    overrides: { ...overridesOf(flags), connection, secrets },
  };
}

const REQUEST_FLAGS = [
  'url',
  'request',
  'header',
  'data',
  'user',
  'cookie',
  'read',
  'readHeader',
  'ok',
  'okWhere',
  'refused',
  'refusedWhere',
  'as',
  'distinct',
  'before',
  'unique',
  'retry',
  'take',
  'returns',
  'concurrency',
  'spaced',
  'spacing',
  'connections',
  'step',
] as const satisfies readonly (keyof RunFlags)[];

/** The values given by `--vars-file`, and by `--var` over them. Throws a ProbeError. */
export function variablesOf(flags: Pick<RunFlags, 'var' | 'varsFile'>): VariableValues {
  const fromFile = flags.varsFile === undefined ? {} : loadVariables(flags.varsFile);
  return { ...fromFile, ...parseVariables(flags.var ?? []) };
}

/** Named for its write: method, origin and path. */
function named(scenario: Scenario): Scenario {
  const { method, url } = scenario.write.request;
  return { ...scenario, name: redactor(scenario.secrets)(`${method} ${url.replace(/\?.*$/s, '')}`) };
}
