import { printable } from '../../history/printable.ts';
import { compile } from '../../plan/compile.ts';
import { toCurl } from '../../plan/curl.ts';
import type { PhasePlan, Plan, RequestSpec } from '../../plan/plan.ts';
import { render, roundValues, type Values, writeValues } from '../../plan/render.ts';
import { redactor } from '../../scenario/redact.ts';
import { requestsOf } from '../../scenario/requests.ts';
import type { Scenario, SetupSpec } from '../../scenario/scenario.ts';
import type { CliIo } from '../io.ts';
import { toldPhase } from './told-phase.ts';

/** Writes whose lines are shown of each phase. */
const SHOWN = 2;

/** Prints the requests of the first round as curl lines, and what would be done with them on stderr. */
export function dryRun(scenario: Scenario, seed: number, io: CliIo): void {
  const plan = compile(scenario, seed);
  const redact = redactor(plan.secrets);
  const values = takenLater(scenario);
  const lines = { plan, values, line: (request: RequestSpec, at: Values) => toCurl(render(request, at), redact) };
  const forRound = roundValues(plan, 1, values);
  const forFirst = plan.identities === undefined ? forRound : roundValues(plan, 1, values, 0);
  const own = plan.identities?.headers ?? [];
  const all = [
    ...plan.setup.map(({ request }) => lines.line(request, forRound)),
    ...(plan.identities?.setup ?? []).map(({ request }) => toCurl(render(request, forFirst, own), redact)),
    ...plan.phases.flatMap((phase, index) => ofPhase(phase, firstWrite(plan, index), lines, redact)),
    ...plan.readings.map(({ request }) => lines.line(request, forRound)),
    ...(plan.unharmed === undefined ? [] : [lines.line(plan.unharmed.request, forRound)]),
  ];
  const told = plan.phases.map(({ how }) => toldPhase(how)).join(', then ');
  const who = plan.identities === undefined ? '' : ` by ${plan.identities.count} identities in turn`;
  io.stderr.write(`${printable(redact(scenario.name))}: ${times(plan)} ${told}${who}\n`);
  io.stdout.write(`${all.join('\n')}\n`);
}

interface Lines {
  readonly plan: Plan;
  readonly values: Values;
  readonly line: (request: RequestSpec, values: Values) => string;
}

/** A few of its writes, each with the steps before it; or what it does instead. */
function ofPhase(
  { how, info }: PhasePlan,
  first: number,
  lines: Lines,
  redact: (text: string) => string,
): readonly string[] {
  const { plan, values, line } = lines;
  if (how.kind === 'request') return [line(how.step.request, roundValues(plan, 1, values))];
  if (how.kind === 'run') return [`# ${printable(redact(how.command), 1_000)}`];
  const { steps, request } = how.write ?? plan.write;
  const intents = how.kind === 'replay' || how.kind === 'retry' ? Math.min(1, info.count) : Math.min(SHOWN, info.count);
  const writes = Array.from({ length: intents }, (_, n) =>
    writeValues(plan, 1, values, numberOf(plan, info.index, first + n)),
  );
  const shown = writes.flatMap((at) => [...ofSteps(steps), request].map((one) => line(one, at)));
  const other =
    how.kind === 'replay' && how.other !== null ? writes.map((at) => line(how.other as RequestSpec, at)) : [];
  const more = info.count - writes.length - other.length;
  return [...shown, ...other, ...(more > 0 ? [`# ... ${more} more`] : [])];
}

const ofSteps = (steps: readonly SetupSpec[]): readonly RequestSpec[] => steps.map(({ request }) => request);

const numberOf = ({ identities }: Plan, phaseIndex: number, i: number) => ({
  phaseIndex,
  i,
  identity: identities === undefined ? null : i % identities.count,
});

/** The number of the first intent of a phase. */
function firstWrite({ phases }: Plan, index: number): number {
  const before = phases.slice(0, index).map(({ how, info }) => {
    if (how.kind === 'replay') return 1;
    return how.kind === 'retry' ? how.count : info.count;
  });
  return before.reduce((sum, count) => sum + count, 0);
}

const times = ({ rounds, untilMs }: Plan): string =>
  untilMs === undefined ? `${rounds} x` : `for ${untilMs / 1_000} s:`;

/** What would be taken from answers stands as `taken_name`, and as 1 where something is added to it. */
function takenLater(scenario: Scenario): Values {
  const phases = scenario.phases.flatMap((phase) => [
    ...(phase.write?.steps ?? []),
    ...(phase.kind === 'request' ? [phase.step] : []),
  ]);
  const steps = [...scenario.setup, ...(scenario.identities?.setup ?? []), ...scenario.write.steps, ...phases];
  const texts = JSON.stringify(requestsOf(scenario));
  const names = steps.flatMap(({ take }) => Object.keys(take));
  return Object.fromEntries(names.map((name) => [name, isReckoned(texts, name) ? '1' : `taken_${name}`]));
}

const isReckoned = (texts: string, name: string): boolean => new RegExp(`\\{\\{\\s*${name}\\s*[+-]\\s*\\d`).test(texts);
