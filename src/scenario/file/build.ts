import { basename } from 'node:path';
import type { Draft, ReadingDraft, SetupDraft } from '../parts/assemble.ts';
import { ACKNOWLEDGED, CONNECTION, DEFAULTS } from '../parts/defaults.ts';
import { outcomeOf } from '../parts/outcome.ts';
import { defaultPhases, phasesOf } from '../parts/phases.ts';
import { parseRequest, type RequestDraft } from '../parts/request.ts';
import type { Scenario, Selector, StatusSet } from '../scenario.ts';
import { Mistake } from '../text/mistake.ts';
import { checkCount, parseSelector } from '../text/selector.ts';
import type { Check, Path } from '../text/source.ts';
import { parseStatuses, STATUSES_TAKE } from '../text/status.ts';
import { durationOf } from '../text/time.ts';
import type { Environment, Variables } from '../text/variables.ts';
import { bodyKeys, bodyOf } from './body.ts';
import { expectationOf } from './expectation.ts';
import type { RawRequest, RawScenario } from './schema.ts';

export interface BuildContext {
  readonly file: string;
  readonly variables: Variables;
  readonly environment: Environment;
  readonly secretNames: readonly string[];
  readonly check: Check;
}

/** Reads the parts of a scenario file whose shape is right. */
export function build(raw: RawScenario, context: BuildContext): Draft {
  const { check } = context;
  const timeoutMs = time(raw.timeout, ['timeout'], DEFAULTS.timeoutMs, check);
  const readings = Object.entries(raw.read ?? {}).map(([name, reading]) =>
    readingOf(name, reading, timeoutMs, context),
  );
  const judged = expectationOf(raw, check);
  return {
    name: raw.name ?? basename(context.file).replace(/(?:\.probe)?\.ya?ml$/, ''),
    file: context.file,
    target: raw.target ?? null,
    variables: context.variables,
    environment: context.environment,
    ...judged,
    setup: (raw.setup ?? []).map((step, index) => setupOf(step, index, timeoutMs, context)),
    write: requestOf(raw.write, ['write'], timeoutMs, context),
    outcome: rawOutcome(raw.outcome, check),
    readings,
    phases: raw.load === undefined ? defaultPhases() : phasesOf(raw.load, ['load'], check),
    rounds: raw.rounds ?? DEFAULTS.rounds,
    settleMs: settleOf(raw, check),
    minOverlap: null,
    maxSpreadMs: null,
    deadlineMs: DEFAULTS.deadlineMs,
    connection: CONNECTION,
    secretNames: context.secretNames,
    secrets: [],
  };
}

function requestOf(raw: RawRequest, path: Path, timeoutMs: number, { check, file }: BuildContext): RequestDraft {
  const { method, url } = check.attempt([...path, 'request'], { method: 'GET', url: '' }, () =>
    parseRequest(raw.request),
  );
  const [kind = 'body', another] = bodyKeys(raw);
  if (another) {
    const mistake = new Mistake(
      `a request has one body, and this has ${kind} and ${another}`,
      'keep one of json, form, body and bodyFile',
    );
    check.attempt([...path, another], null, () => fail(mistake), 'key');
  }
  const body = check.attempt([...path, kind], null, () => bodyOf(raw, file));
  const limitMs = check.attempt([...path, 'timeout'], timeoutMs, () =>
    positive(time(raw.timeout, [...path, 'timeout'], timeoutMs, check)),
  );
  return { path, method, url, headers: Object.entries(raw.headers ?? {}), removed: [], body, timeoutMs: limitMs };
}

function setupOf(
  raw: NonNullable<RawScenario['setup']>[number],
  index: number,
  timeoutMs: number,
  context: BuildContext,
): SetupDraft {
  const path = ['setup', index];
  const take = Object.entries(raw.take ?? {}).map(
    ([name, text]) => [name, selectorOf(text, [...path, 'take', name], context.check)] as const,
  );
  return {
    request: requestOf(raw, path, timeoutMs, context),
    expect: raw.expect ? statusesOf(raw.expect.status, [...path, 'expect', 'status'], context.check) : ACKNOWLEDGED,
    take: Object.fromEntries(take),
  };
}

function readingOf(
  name: string,
  raw: NonNullable<RawScenario['read']>[string],
  timeoutMs: number,
  context: BuildContext,
): ReadingDraft {
  const path = ['read', name];
  const { check } = context;
  const take = raw.take === undefined ? null : selectorOf(raw.take, [...path, 'take'], check);
  const as = raw.as ?? 'number';
  check.attempt([...path, 'as'], undefined, () => checkCount(as, take));
  return { name, request: requestOf(raw, path, timeoutMs, context), take, as };
}

function rawOutcome(raw: RawScenario['outcome'], check: Check): Scenario['outcome'] {
  const read = (name: 'acknowledged' | 'rejected'): StatusSet | null => {
    const given = raw?.[name];
    return given === undefined ? null : statusesOf(given, ['outcome', name], check);
  };
  return check.attempt(['outcome'], outcomeOf(null, null), () => outcomeOf(read('acknowledged'), read('rejected')));
}

function statusesOf(raw: number | string | readonly (number | string)[], path: Path, check: Check): StatusSet {
  return check.attempt<StatusSet>(path, [], () => {
    const text = [raw].flat().join(',');
    const statuses = parseStatuses(text);
    if (statuses === null)
      throw new Mistake(`${JSON.stringify(text)} is not a set of statuses`, `it takes ${STATUSES_TAKE}`);
    return statuses;
  });
}

function selectorOf(text: string, path: Path, check: Check): Selector {
  return check.attempt<Selector>(path, { kind: 'text' }, () => parseSelector(text));
}

function time(raw: string | 0 | undefined, path: Path, fallbackMs: number, check: Check): number {
  return raw === undefined ? fallbackMs : check.attempt(path, fallbackMs, () => durationOf(String(raw)));
}

function settleOf(raw: RawScenario, check: Check): number {
  const commonMs = time(raw.settle, ['settle'], DEFAULTS.settleMs, check);
  const each = Object.entries(raw.read ?? {}).map(([name, { settle }]) =>
    time(settle, ['read', name, 'settle'], commonMs, check),
  );
  return each.length > 0 ? Math.max(...each) : commonMs;
}

function positive(timeMs: number): number {
  return timeMs > 0 ? timeMs : fail(new Mistake('a request needs some time', 'give a timeout above 0, such as 10s'));
}

function fail(mistake: Mistake): never {
  throw mistake;
}
