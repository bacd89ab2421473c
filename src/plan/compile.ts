import { HISTORY_FORMAT, HISTORY_VERSION, type HistoryHeader, type PhaseInfo } from '../history/history.ts';
import { redactor } from '../scenario/redact.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { parseTemplate } from '../scenario/text/template.ts';
import type { Plan } from './plan.ts';
import { idFrom } from './random.ts';

const RUN_ID_LENGTH = 8;

/** Turns a scenario into a plan; pure: the same scenario and seed make the same plan. */
export function compile(scenario: Scenario, seed: number): Plan {
  const { name: _, file: _file, object: _object, require: _require, step: _step, ...rest } = scenario;
  const { expect: _expect, minOverlap: _minOverlap, maxSpreadMs: _maxSpreadMs, phases, ...kept } = rest;
  return { ...kept, header: headerOf(scenario, seed), phases: phases.map((phase, index) => ({ index, ...phase })) };
}

function headerOf(scenario: Scenario, seed: number): HistoryHeader {
  const runId = idFrom(seed, 'run', RUN_ID_LENGTH);
  const redact = redactor(scenario.secrets);
  return {
    format: HISTORY_FORMAT,
    version: HISTORY_VERSION,
    object: scenario.object,
    initial: null,
    step: scenario.step,
    limit: null,
    limitPer: null,
    clock: { unit: 'ns', errorNs: 0 },
    runId,
    scenario: redact(scenario.name),
    seed,
    target: redact(shownTarget(scenario, runId)),
    require: scenario.require,
    expect: scenario.expect,
    phases: scenario.phases.map(phaseInfo),
    rounds: scenario.rounds,
    ...(scenario.untilMs === undefined ? {} : { untilMs: scenario.untilMs }),
    setup: scenario.setup.length > 0,
    readings: scenario.readings.map(({ name }) => name),
    settleMs: scenario.settleMs,
    minOverlap: scenario.minOverlap,
    maxSpreadMs: scenario.maxSpreadMs,
  };
}

function phaseInfo({ kind, name, count, everyMs }: Scenario['phases'][number], index: number): PhaseInfo {
  return { index, kind, name, count, everyMs };
}

/** Origin and path of the write; what changes from round to round or from write to write stays a `{{name}}`. */
function shownTarget({ write: { url, relativeTo } }: Scenario, runId: string): string {
  const whole = relativeTo === undefined ? url : `${relativeTo}/${url}`;
  const filled = parseTemplate(whole).map((piece) => {
    if ('text' in piece) return piece.text;
    return piece.name === 'run_id' ? runId : `{{${piece.name}}}`;
  });
  return filled.join('').replace(/[?#].*$/s, '');
}
