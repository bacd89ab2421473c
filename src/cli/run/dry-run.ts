import { printable } from '../../history/printable.ts';
import { compile } from '../../plan/compile.ts';
import { toCurl } from '../../plan/curl.ts';
import type { PhasePlan, Plan, RequestSpec } from '../../plan/plan.ts';
import { render, roundValues, type Values, writeValues } from '../../plan/render.ts';
import { redactor } from '../../scenario/redact.ts';
import { requestsOf } from '../../scenario/requests.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { CliIo } from '../io.ts';
import { toldPhase } from './told-phase.ts';

/** Writes whose lines are shown. */
const SHOWN = 2;

/** Prints the requests of the first round as curl lines, and what would be done with them on stderr. */
export function dryRun(scenario: Scenario, seed: number, io: CliIo): void {
  const plan = compile(scenario, seed);
  const redact = redactor(plan.secrets);
  const values = takenLater(scenario);
  const own = plan.identities?.headers ?? [];
  const lines: Lines = {
    plan,
    values,
    line: (request, at) => toCurl(render(request, at), redact),
    ownLine: (request, at) => toCurl(render(request, at, own), redact),
  };
  const forRound = roundValues(plan, 1, values);
  const forFirst = plan.identities === undefined ? forRound : roundValues(plan, 1, values, 0);
  const all = [
    ...plan.setup.map(({ request }) => lines.line(request, forRound)),
    ...(plan.identities?.setup ?? []).map(({ request }) => lines.ownLine(request, forFirst)),
    ...ofPhases(lines, redact),
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
  /** With the headers of an identity. */
  readonly ownLine: (request: RequestSpec, values: Values) => string;
}

/** A few writes of each kind, with how many more there are; and what is done between them. */
function ofPhases(lines: Lines, redact: (text: string) => string): readonly string[] {
  const { plan, values, line, ownLine } = lines;
  const all: string[] = [];
  let more = 0;
  let isShown = false;
  const tell = (...told: readonly string[]): void => {
    if (more > 0) all.push(`# ... ${more} more`);
    more = 0;
    all.push(...told);
  };
  for (const { how, info } of plan.phases) {
    if (how.kind === 'request') tell(line(how.step.request, roundValues(plan, 1, values)));
    if (how.kind === 'run') tell(`# ${printable(redact(how.command), 1_000)}`);
    const shown: readonly (readonly string[])[] =
      how.write === null && isShown ? [] : shownWrites({ how, info }, lines);
    const other =
      how.kind === 'replay' && how.other !== null ? [ownLine(how.other, valuesOf(plan, values, info.index, 0))] : [];
    if (shown.length + other.length > 0) tell(...shown.flat(), ...other);
    more += Math.max(0, info.count - shown.length - other.length);
    isShown ||= how.write === null && shown.length > 0;
  }
  tell();
  return all;
}

/** The first writes of a phase, each with the steps before it. */
function shownWrites({ how, info }: PhasePlan, { plan, values, ownLine }: Lines): readonly (readonly string[])[] {
  const { steps, request } = how.write ?? plan.write;
  const isOneIntent = how.kind === 'replay' || how.kind === 'retry';
  const writes = Array.from({ length: Math.min(isOneIntent ? 1 : SHOWN, info.count) }, (_, n) =>
    valuesOf(plan, values, info.index, n),
  );
  return writes.map((at) => [...steps.map((step) => step.request), request].map((one) => ownLine(one, at)));
}

/** Values of a write of a phase, by its place there. */
function valuesOf(plan: Plan, values: Values, phaseIndex: number, place: number): Values {
  const i = firstIntent(plan, phaseIndex) + place;
  const identity = plan.identities === undefined ? null : i % plan.identities.count;
  return writeValues(plan, 1, values, { phaseIndex, i, identity });
}

/** The number of the first intent of a phase. */
function firstIntent({ phases }: Plan, index: number): number {
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
