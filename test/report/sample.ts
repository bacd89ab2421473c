import type { Operation } from '../../src/history/operation.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import type { PhaseResult, Report, ScenarioResult, WriteCounts } from '../../src/verdict/report.ts';
import { EXIT_CODE, worst } from '../../src/verdict/verdict.ts';

export const operation = (changes: Partial<Operation> = {}): Operation => ({
  id: 2,
  process: 'p1',
  session: 's1',
  f: 'increment',
  key: 'value',
  phase: 'concurrent',
  phaseIndex: 0,
  round: 1,
  invoke: 112_400_000,
  complete: 119_700_000,
  outcome: 'ok',
  counts: 'acknowledged',
  value: null,
  status: 200,
  reason: null,
  excerpt: null,
  attempt: 'a-1',
  sent: 112_500_000,
  firstByte: 119_000_000,
  ended: null,
  reading: null,
  role: null,
  returned: null,
  ...changes,
});

export const read = (value: string, changes: Partial<Operation> = {}): Operation =>
  operation({ f: 'read', counts: null, attempt: null, value, reading: 'value', role: 'settle', ...changes });

const writes = (acknowledged: number, changes: Partial<WriteCounts> = {}): WriteCounts => ({
  sent: acknowledged,
  acknowledged,
  rejected: 0,
  unknown: 0,
  notSent: 0,
  ...changes,
});

/** A phase of ten increments that were acknowledged, `rose` of which are in the number. */
export const phase = (
  kind: 'concurrent' | 'spaced',
  rose: number,
  changes: Partial<PhaseResult> = {},
): PhaseResult => ({
  round: 1,
  index: kind === 'concurrent' ? 0 : 1,
  kind,
  name: kind,
  before: '0',
  after: String(rose),
  expected: { min: String(Number(changes.before ?? 0) + 10), max: String(Number(changes.before ?? 0) + 10) },
  observed: String(rose),
  lost: { min: 10 - rose, max: 10 - rose },
  duplicated: { min: 0, max: 0 },
  writes: writes(10),
  statusCodes: { 200: 10 },
  overlap: {
    maxInFlight: kind === 'concurrent' ? 10 : 1,
    allInFlightMs: kind === 'concurrent' ? 4.8 : 0,
    releaseSpreadMs: kind === 'concurrent' ? 0.21 : null,
    detectableWindowMs: null,
  },
  latencyMs: { min: 6.1, p50: 7.2, p95: 8, p99: 8, max: 8.4 },
  settledAfterMs: 2,
  ...changes,
});

export const finding = (changes: Partial<Finding> = {}): Finding => ({
  code: 'CP101',
  title: 'lost write',
  message: '10 writes were acknowledged in phase concurrent and the number rose by 1: 9 are lost.',
  round: 1,
  phase: 'concurrent',
  count: { min: 9, max: 9 },
  silent: true,
  witness: [
    read('0', { id: 1, role: 'before', phase: 'before', invoke: 1_200_000, complete: 2_100_000 }),
    operation({ id: 2 }),
    operation({ id: 3, complete: 119_900_000 }),
    read('1', { id: 12, invoke: 121_000_000, complete: 121_800_000 }),
  ],
  argument: 'Each of the 10 was answered 200 before the last read began, and that read shows 1.',
  location: null,
  baselined: false,
  ...changes,
});

export const scenario = (changes: Partial<ScenarioResult> = {}): ScenarioResult => ({
  id: 'flags',
  name: 'POST http://127.0.0.1:8080/counter',
  file: null,
  verdict: 'pass',
  object: 'counter',
  target: { url: 'http://127.0.0.1:8080/counter', design: null },
  require: 'eventual',
  rounds: { planned: 1, run: 1, wrong: 0 },
  confidence: {
    level: 0.95,
    wrongRoundRate: { low: 0, high: 0.95 },
    statement: 'No round of 1 was wrong: with 95% confidence fewer than 95% of such rounds are.',
    roundsToSee: { rate: 0.01, rounds: 299 },
    detectableWindowMs: 0.26,
  },
  phases: [phase('concurrent', 10), phase('spaced', 10, { before: '10', after: '20' })],
  staleness: { reads: 4, staleReads: 0, maxBehind: 0, deltaMs: 0 },
  consistency: { required: 'eventual', satisfied: ['eventual'] },
  notes: [],
  findings: [],
  assumptions: ['Nobody else wrote to this number while the run went on.'],
  history: null,
  replay: ['npx counter-probe run --concurrency 10 --url http://127.0.0.1:8080/counter --seed 7'],
  ...changes,
});

export const report = (...scenarios: readonly ScenarioResult[]): Report => {
  const verdict = worst(scenarios.map((s) => s.verdict));
  const phases = scenarios.flatMap((s) => s.phases);
  const sum = (of: (phase: PhaseResult) => number): number => phases.reduce((n, p) => n + of(p), 0);
  const count = (word: string): number => scenarios.filter((s) => s.verdict === word).length;
  const findings = scenarios.flatMap((s) => s.findings).length;
  return {
    $schema: 'https://example.invalid/report.json',
    schemaVersion: 1,
    tool: { name: 'counter-probe', version: '0.0.0', node: 'v20.0.0', platform: 'linux' },
    run: {
      id: 'r',
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 900,
      command: 'npx counter-probe run',
      seed: 7,
      labels: {},
    },
    summary: {
      verdict,
      exitCode: EXIT_CODE[verdict],
      scenarios: {
        total: scenarios.length,
        pass: count('pass'),
        fail: count('fail'),
        inconclusive: count('inconclusive'),
      },
      findings: { total: findings, new: findings, baselined: 0 },
      writes: writes(sum((p) => p.writes.acknowledged)),
      lost: { min: sum((p) => p.lost.min ?? 0), max: sum((p) => p.lost.max ?? 0) },
      duplicated: { min: 0, max: 0 },
      silent: scenarios.some((s) => s.findings.some((f) => f.silent)),
    },
    scenarios,
  };
};
