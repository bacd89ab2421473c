import { basename } from 'node:path';
import { CONNECTION, DEFAULTS } from '../../parts/defaults.ts';
import type { Draft, ReadingDraft, WriteDraft } from '../../parts/draft.ts';
import { levelOf } from '../../text/level.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Check } from '../../text/source.ts';
import type { RawScenario } from '../schema.ts';
import { type BuildContext, fail, time } from './context.ts';
import { expectationOf } from './expectation.ts';
import { rawOutcome } from './outcome.ts';
import { phasesOf } from './phases.ts';
import { readingOf } from './reading.ts';
import { identitiesOf, requestOf, stepOf, writeOf } from './request.ts';

export type { BuildContext } from './context.ts';

/** Reads the parts of a scenario file whose shape is right. */
export function build(raw: RawScenario, context: BuildContext): Draft {
  const { check } = context;
  const timeoutMs = time(raw.timeout, ['timeout'], DEFAULTS.timeoutMs, check);
  const settleMs = time(raw.settle, ['settle'], DEFAULTS.settleMs, check);
  const common = { timeoutMs, settleMs };
  const readings = Object.entries(raw.read ?? {}).map(([name, one]) => readingOf(name, one, common, context));
  const write = writeOf(raw.write, ['write'], timeoutMs, context);
  const phases = phasesOf(raw.load, { ...context, write, timeoutMs });
  checkMixed(raw, check);
  checkApart(write, readings, raw, check);
  return {
    name: raw.name ?? basename(context.file).replace(/(?:\.probe)?\.ya?ml$/, ''),
    file: context.file,
    target: raw.target ?? null,
    variables: context.variables,
    environment: context.environment,
    object: raw.object ?? 'counter',
    require: check.attempt(['require'], 'eventual', () => levelOf(raw.require ?? 'eventual')),
    ...expectationOf(raw, check),
    setup: (raw.setup ?? []).map((step, index) => stepOf(step, ['setup', index], timeoutMs, context)),
    identities: raw.identities === undefined ? null : identitiesOf(raw.identities, timeoutMs, context),
    write,
    outcome: rawOutcome(raw.outcome, check),
    readings,
    phases,
    unharmed: unharmedOf(raw, timeoutMs, context),
    rounds: raw.rounds ?? DEFAULTS.rounds,
    settleMs: readings.length > 0 ? Math.max(...readings.map((one) => one.settleMs)) : settleMs,
    minOverlap: null,
    maxSpreadMs: null,
    deadlineMs: DEFAULTS.deadlineMs,
    connection: CONNECTION,
    secretNames: context.secretNames,
    secrets: [],
  };
}

function unharmedOf(raw: RawScenario, timeoutMs: number, context: BuildContext): Draft['unharmed'] {
  const given = raw.expect?.unharmed;
  if (given === undefined) return null;
  const path = ['expect', 'unharmed'];
  const everyMs = time(given.every, [...path, 'every'], DEFAULTS.everyMs, context.check);
  return { request: requestOf(given, path, timeoutMs, context), everyMs };
}

/** What is asked for by the same GET as the write counts too, and shows the number only where somebody says so. */
function checkApart(
  write: WriteDraft,
  readings: readonly ReadingDraft[],
  { read = {} }: RawScenario,
  check: Check,
): void {
  const own = write.request;
  if (own.method !== 'GET') return;
  const same = readings.filter(({ name, request, take, info }) => {
    const isSame = request.method === 'GET' && request.url === own.url && read[name]?.headers === undefined;
    return isSame && take === null && info.adds === undefined;
  });
  for (const { name } of same) {
    check.attempt(['read', name, 'request'], undefined, () =>
      fail(
        new Mistake(
          'this is the write itself: it is a GET of the same URL',
          'give the URL where the number is, or take: what the same URL answers; adds: 1 where a look counts too',
        ),
      ),
    );
  }
}

function checkMixed({ load = [], read = {} }: RawScenario, check: Check): void {
  const index = load.findIndex(({ phase }) => phase === 'mixed');
  if (index < 0 || Object.keys(read).length > 0) return;
  check.attempt(['load', index], undefined, () =>
    fail(
      new Mistake(
        'a mixed phase reads among its writes, and nothing is read',
        'add read: { total: { request: GET /… } }',
      ),
    ),
  );
}
