import { printable } from '../../history/printable.ts';
import { compile } from '../../plan/compile.ts';
import { toCurl } from '../../plan/curl.ts';
import type { PhasePlan, Plan, RequestSpec } from '../../plan/plan.ts';
import { render, roundValues, type Values, writeValues } from '../../plan/render.ts';
import { redactor } from '../../scenario/redact.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { CliIo } from '../io.ts';

/** Writes whose lines are shown. */
const SHOWN = 2;

/** Prints the requests of the first round as curl lines, and what would be done with them on stderr. */
export function dryRun(scenario: Scenario, seed: number, io: CliIo): void {
  const plan = compile(scenario, seed);
  const redact = redactor(plan.secrets);
  const taken = takenLater(plan);
  const line = (request: RequestSpec, values: Values): string => toCurl(render(request, values), redact);
  const forRound = roundValues(plan, 1, taken);
  const writes = plan.phases
    .flatMap((phase) => Array.from({ length: phase.info.count }, () => phase.info.index))
    .slice(0, SHOWN);
  const more = total(plan) - writes.length;
  const lines = [
    ...plan.setup.map(({ request }) => line(request, forRound)),
    ...writes.map((phaseIndex, i) => line(plan.write.request, writeValues(plan, 1, taken, phaseIndex, i))),
    ...(more > 0 ? [`# ... ${more} more`] : []),
    ...plan.readings.map(({ request }) => line(request, forRound)),
  ];
  io.stderr.write(`${printable(redact(scenario.name))}: ${times(plan)} ${plan.phases.map(told).join(', then ')}\n`);
  io.stdout.write(`${lines.join('\n')}\n`);
}

const total = (plan: Plan): number => plan.phases.reduce((n, phase) => n + phase.info.count, 0);

const times = ({ rounds, untilMs }: Plan): string =>
  untilMs === undefined ? `${rounds} x` : `for ${untilMs / 1_000} s:`;

/** What setup would take from answers stands as `taken_name`. */
function takenLater(plan: Plan): Values {
  const names = plan.setup.flatMap(({ take }) => Object.keys(take));
  return Object.fromEntries(names.map((name) => [name, `taken_${name}`]));
}

function told({ info: { name, count, everyMs } }: PhasePlan): string {
  const how = everyMs === null ? 'released together' : `one after another, ${everyMs}ms apart`;
  return `${count} writes ${how} (${printable(name, 40)})`;
}
