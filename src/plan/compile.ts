import { HISTORY_FORMAT, HISTORY_VERSION, type HistoryHeader, type PhaseInfo } from '../history/history.ts';
import { redactor } from '../scenario/redact.ts';
import type { PhaseSpec, ReadingSpec, Scenario } from '../scenario/scenario.ts';
import { parseTemplate } from '../scenario/text/template.ts';
import { writesOf } from '../scenario/writes.ts';
import { countersOf } from './counters.ts';
import type { Plan } from './plan.ts';
import { idFrom } from './random.ts';

const RUN_ID_LENGTH = 8;

/** Turns a scenario into a plan; pure: the same scenario and seed make the same plan. */
export function compile(scenario: Scenario, seed: number): Plan {
  const { name: _, file: _file, object: _object, require: _require, step: _step, limit: _limit, ...rest } = scenario;
  const { expect: _expect, minOverlap: _minOverlap, maxSpreadMs: _maxSpreadMs, phases, ...kept } = rest;
  const nudge = nudgeOf(scenario);
  const all = [...phases, ...nudge];
  const infos = all.map(phaseInfo);
  const planned = all.map((how, index) => ({ info: infos[index] as PhaseInfo, how }));
  return {
    ...kept,
    header: headerOf(scenario, infos, seed),
    phases: planned.map((phase) => (nudge.includes(phase.how) ? { ...phase, nudge: true } : phase)),
  };
}

/** The phase that sends one write more, to tell what is held back from what is lost; none where no reading asks for it. */
function nudgeOf({ readings, phases }: Scenario): readonly PhaseSpec[] {
  if (!readings.some(({ info }) => info.nudge)) return [];
  const taken = phases.map(({ name }) => name);
  const name = ['nudge', ...phases.map((_, i) => `nudge-${i + 2}`)].find((one) => !taken.includes(one)) ?? 'nudge';
  return [{ kind: 'spaced', name, write: null, abort: null, count: 1, everyMs: 0, connections: 'fresh' }];
}

function headerOf(scenario: Scenario, phases: readonly PhaseInfo[], seed: number): HistoryHeader {
  const runId = idFrom(seed, 'run', RUN_ID_LENGTH);
  const redact = redactor(scenario.secrets);
  return {
    format: HISTORY_FORMAT,
    version: HISTORY_VERSION,
    object: scenario.object,
    initial: null,
    step: scenario.step,
    limit: scenario.limit?.count ?? null,
    limitPer: scenario.limit?.per ?? null,
    clock: { unit: 'ns', errorNs: 0 },
    runId,
    scenario: redact(scenario.name),
    seed,
    target: redact(shownTarget(scenario, runId)),
    require: scenario.require,
    expect: expectOf(scenario),
    phases,
    rounds: scenario.rounds,
    ...(scenario.untilMs === undefined ? {} : { untilMs: scenario.untilMs }),
    setup: scenario.setup.length > 0,
    ...(scenario.returnsNumber === undefined ? {} : { returns: true }),
    readings: scenario.readings.map(({ name }) => name),
    ...readingInfoOf(scenario.readings),
    ...(scenario.outcome.named.length === 0 ? {} : { outcomes: scenario.outcome.named.map(({ name }) => name) }),
    ...(scenario.identities === undefined ? {} : { identities: scenario.identities.count }),
    settleMs: scenario.settleMs,
    minOverlap: scenario.minOverlap,
    maxSpreadMs: scenario.maxSpreadMs,
  };
}

function expectOf(scenario: Scenario): HistoryHeader['expect'] {
  const uniquePer = scenario.expect.unique ? countersOf(scenario) : [];
  return uniquePer.length === 0 ? scenario.expect : { ...scenario.expect, uniquePer };
}

function phaseInfo(phase: PhaseSpec, index: number): PhaseInfo {
  const { kind, name } = phase;
  return {
    ...{ index, kind, name, count: writesOf(phase), everyMs: 'everyMs' in phase ? phase.everyMs : null },
    ...(kind === 'replay' ? { when: phase.when } : {}),
    ...(kind === 'retry' ? { lose: phase.lose } : {}),
  };
}

function readingInfoOf(readings: readonly ReadingSpec[]): Pick<HistoryHeader, 'readingInfo'> {
  const known = readings.filter(({ info }) => Object.keys(info).length > 0);
  return known.length === 0 ? {} : { readingInfo: Object.fromEntries(known.map(({ name, info }) => [name, info])) };
}

/** Origin and path of the write; what changes from round to round or from write to write stays a `{{name}}`. */
function shownTarget({ write }: Scenario, runId: string): string {
  const { url, relativeTo } = write.request;
  const whole = relativeTo === undefined ? url : `${relativeTo}/${url}`;
  const filled = parseTemplate(whole).map((piece) => {
    if ('text' in piece) return piece.text;
    return piece.name === 'run_id' ? runId : `{{${piece.name}}}`;
  });
  return filled.join('').replace(/[?#].*$/s, '');
}
