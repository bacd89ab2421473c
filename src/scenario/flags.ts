import { byDefault, checkedStep } from './file/expectation.ts';
import { connectionFromFlags } from './flags/connection.ts';
import { readingsFromFlags, writeFromFlags } from './flags/requests.ts';
import type { FlagContext, JudgingFlags, RunFlags } from './flags/types.ts';
import { FlagCheck, flagSeconds, flagTime, flagValue, usage, wholeNumber } from './flags/values.ts';
import type { LoadOptions } from './load.ts';
import { assemble, type Draft } from './parts/assemble.ts';
import { DEFAULTS, LIMITS } from './parts/defaults.ts';
import { outcomeOf } from './parts/outcome.ts';
import type { Overrides } from './parts/overrides.ts';
import { concurrent, spaced } from './parts/phases.ts';
import { redactor } from './redact.ts';
import type { PhaseSpec, Scenario, StatusSet } from './scenario.ts';
import { parseSelector } from './text/selector.ts';
import { parseStatuses, STATUSES_TAKE } from './text/status.ts';
import { loadVariables, parseVariables, type VariableValues } from './text/var-values.ts';
import { Variables } from './text/variables.ts';

export type { DataPiece, FlagContext, RunFlags } from './flags/types.ts';

/** The scenario that a command line without files describes. Throws a ProbeError (`usage`, or `file` for a file of a flag). */
export function scenarioFromFlags(flags: RunFlags, context: FlagContext): Scenario {
  const variables = new Variables(variablesOf(flags), context.env);
  const { connection, secrets } = connectionFromFlags(flags);
  const write = writeFromFlags(flags, variables, context);
  const readings = readingsFromFlags(flags, write, variables, context);
  const { returns } = flags;
  const draft: Draft = {
    name: '',
    file: null,
    target: null,
    variables,
    environment: context.env,
    step: flagValue('--step', () => checkedStep(flags.step ?? DEFAULTS.step)),
    setup: [],
    write,
    outcome: flagValue('--refused', () => outcomeOf(statuses('--ok', flags.ok), statuses('--refused', flags.refused))),
    returns: returns === undefined ? null : flagValue('--returns', () => parseSelector(returns)),
    readings,
    phases: phasesOf(flags),
    expect: { readings: readings.map(({ name }) => byDefault(name)), unique: returns !== undefined },
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
  'refused',
  'as',
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

function phasesOf(flags: RunFlags): readonly PhaseSpec[] {
  const count = wholeNumber(
    '-c/--concurrency',
    flags.concurrency ?? String(DEFAULTS.concurrency),
    1,
    LIMITS.concurrency,
  );
  const inTurn = wholeNumber('--spaced', flags.spaced ?? String(count), 0, LIMITS.spaced);
  const everyMs = flags.spacing === undefined ? DEFAULTS.everyMs : flagTime('--spacing', flags.spacing);
  const connections = connectionsOf(flags.connections);
  return inTurn === 0 ? [concurrent(count)] : [concurrent(count), spaced(inTurn, { everyMs, connections })];
}

function connectionsOf(text: string | undefined): 'fresh' | number {
  return text === undefined || text === 'fresh' ? 'fresh' : wholeNumber('--connections', text, 1, LIMITS.concurrency);
}

function statuses(flag: string, text: string | undefined): StatusSet | null {
  if (text === undefined) return null;
  const set = parseStatuses(text);
  if (set === null) throw usage(flag, `takes ${STATUSES_TAKE}, not ${JSON.stringify(text)}`);
  return set;
}

function judging(
  flags: JudgingFlags,
): Pick<Draft, 'rounds' | 'untilMs' | 'settleMs' | 'minOverlap' | 'maxSpreadMs' | 'deadlineMs'> {
  const given = overridesOf(flags);
  return {
    rounds: given.rounds ?? DEFAULTS.rounds,
    ...(given.untilMs === undefined ? {} : { untilMs: given.untilMs }),
    settleMs: given.settleMs ?? DEFAULTS.settleMs,
    minOverlap: given.minOverlap ?? null,
    maxSpreadMs: given.maxSpreadMs ?? null,
    deadlineMs: given.deadlineMs ?? DEFAULTS.deadlineMs,
  };
}

function overridesOf({ rounds, until, settle, maxTime, minOverlap, maxSpread, deadline }: JudgingFlags): Overrides {
  return {
    ...(rounds === undefined ? {} : { rounds: wholeNumber('--rounds', rounds, 1, LIMITS.rounds) }),
    ...untilOf(until, rounds),
    ...(settle === undefined ? {} : { settleMs: flagTime('--settle', settle) }),
    ...(maxTime === undefined ? {} : { timeoutMs: flagSeconds('-m/--max-time', maxTime) }),
    ...(minOverlap === undefined
      ? {}
      : { minOverlap: wholeNumber('--min-overlap', minOverlap, 1, LIMITS.concurrency) }),
    ...(maxSpread === undefined ? {} : { maxSpreadMs: flagTime('--max-spread', maxSpread) }),
    ...(deadline === undefined ? {} : { deadlineMs: flagTime('--deadline', deadline) }),
  };
}

/** Time decides how many rounds there are, and what lies after the last one has the usual limit still to come. */
function untilOf(until: string | undefined, rounds: string | undefined): Overrides {
  if (until === undefined) return {};
  if (rounds !== undefined) throw usage('--until', 'does not go with --rounds', 'give one of them');
  const untilMs = flagTime('--until', until);
  if (untilMs <= 0) throw usage('--until', 'takes a time above 0');
  return { untilMs, rounds: LIMITS.rounds, deadlineMs: DEFAULTS.deadlineMs + untilMs };
}

/** Named for its write: method, origin and path. */
function named(scenario: Scenario): Scenario {
  const { method, url } = scenario.write.request;
  return { ...scenario, name: redactor(scenario.secrets)(`${method} ${url.replace(/\?.*$/s, '')}`) };
}
