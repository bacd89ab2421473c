import type { Answers, ComparedRow, Comparison } from '../../../src/verdict/comparison.ts';
import { COMPARISON_SCHEMA } from '../../../src/verdict/schema-names.ts';

const WHOLE: Answers = {
  burst: {
    ...{ tested: true, bound: '0 of 5 rounds wrong, at most 45 % at 95 %', writes: 10, rounds: 5, wrong: 0 },
    ...{ acknowledged: { min: 10, max: 10 }, rejected: { min: 0, max: 0 }, kept: { min: 10, max: 10 } },
    ...{ wrongRoundRate: { low: 0, high: 0.45 }, codes: [], silent: false },
  },
  spaced: {
    ...{ tested: true, bound: '0 of 3 rounds wrong, at most 63 % at 95 %', writes: 10, rounds: 3, wrong: 0 },
    ...{ acknowledged: { min: 10, max: 10 }, rejected: { min: 0, max: 0 }, kept: { min: 10, max: 10 } },
    ...{ wrongRoundRate: { low: 0, high: 0.63 }, codes: [], silent: false },
  },
  retry: {
    tested: true,
    bound: '0 of 20 keys counted twice, at most 14 % at 95 %',
    counted: 'once',
    keys: 20,
    applied: 20,
  },
  ownWrite: {
    tested: true,
    bound: '0 of 20 own reads missed it, at most 14 % at 95 %',
    seen: true,
    reads: 20,
    missed: 0,
  },
  staleness: {
    ...{ tested: true, bound: '0 of 20 writes missed by a later read, at most 14 % at 95 %; 0 of 300 reads stale' },
    ...{ writes: 20, missedWrites: 0, reads: 300, staleReads: 0, p50Ms: 0, maxMs: 0, maxBehind: 0, everyMs: 30 },
  },
  latency: {
    ...{ tested: true, bound: '300 writes in 10 turns: p50 at most 0.30 ms, p99 at most 2.4 ms at 95 %' },
    ...{ turns: 10, writes: 300, p50Ms: 0.284, p99Ms: 1.93, p50AtMostMs: 0.3, p99AtMostMs: 2.4 },
  },
  ratio: {
    ...{ tested: true, bound: 'the fastest of those timed in turns with it' },
    ...{ ratio: 1, low: 1, high: 1, turns: 10, fastest: 'write-behind-log' },
  },
  kill: {
    tested: true,
    bound: '0 of 3 kills lost what was acknowledged, at most 63 % at 95 %',
    kills: 3,
    acknowledged: 30,
    kept: { min: 30, max: 30 },
  },
};

/** One that loses writes and shows old numbers, and is not asked all. */
const WRONG: Answers = {
  ...WHOLE,
  burst: {
    ...{ tested: true, bound: '5 of 5 rounds wrong, 48 % to 100 % at 95 %', writes: 10, rounds: 5, wrong: 5 },
    ...{ acknowledged: { min: 8, max: 8 }, rejected: { min: 2, max: 2 }, kept: { min: 1, max: 3 } },
    ...{ wrongRoundRate: { low: 0.48, high: 1 }, codes: ['CP101'], silent: true },
  },
  retry: { tested: false, why: 'no key: no write carries {{key}}' },
  ownWrite: {
    tested: true,
    bound: '20 of 20 own reads missed it, 83 % to 100 % at 95 %',
    seen: false,
    reads: 20,
    missed: 20,
  },
  staleness: {
    ...{ tested: true, bound: '20 of 20 writes missed by a later read, 83 % to 100 % at 95 %; 176 of 177 reads stale' },
    ...{
      writes: 20,
      missedWrites: 20,
      reads: 177,
      staleReads: 176,
      p50Ms: 596.2,
      maxMs: 994.6,
      maxBehind: 16,
      everyMs: 30,
    },
  },
  latency: {
    ...{ tested: true, bound: '300 writes in 10 turns: p50 at most 6.5 ms, p99 at most 24 ms at 95 %' },
    ...{ turns: 10, writes: 300, p50Ms: 6.43, p99Ms: 16.2, p50AtMostMs: 6.5, p99AtMostMs: 24 },
  },
  ratio: {
    ...{ tested: true, bound: '21.0 to 24.1 at 95 %, 10 turns beside write-behind-log' },
    ...{ ratio: 22.6, low: 21, high: 24.1, turns: 10, fastest: 'write-behind-log' },
  },
  kill: { tested: false, why: 'a service of your own is not killed' },
};

export const rows: readonly ComparedRow[] = [
  {
    ...{ id: 'write-behind-log', of: 'design', title: 'a number in memory, with a log', skipped: null, settleMs: 300 },
    toRun: { kind: 'real', services: ['a Node process'], packages: [] },
    answers: WHOLE,
  },
  {
    ...{
      id: 'mine<script>.probe.yaml',
      of: 'scenario',
      title: 'Mine & "yours"\u001b[31m',
      skipped: null,
      settleMs: 2000,
    },
    toRun: { kind: null, services: ['your own service'], packages: [] },
    answers: WRONG,
  },
  {
    ...{ id: 'redis-incr', of: 'design', title: 'Redis: INCR', settleMs: null, answers: null },
    toRun: { kind: 'real', services: ['a Node process', 'Redis'], packages: ['ioredis@6.0.0'] },
    skipped: 'redis-server is not there: apt-get install redis-server',
  },
];

export const comparison = (changes: Partial<Comparison['run']> = {}): Comparison => ({
  $schema: COMPARISON_SCHEMA,
  format: 'counter-probe-comparison',
  version: 1,
  tool: { name: 'counter-probe', version: '0.1.0', node: 'v20.19.0', platform: 'linux' },
  run: {
    ...{ startedAt: '2026-01-02T03:04:05.000Z', durationMs: 42_000, seed: 7, interrupted: false },
    command: "npx counter-probe compare write-behind-log 'mine<script>.probe.yaml' redis-incr",
    ...changes,
  },
  rows,
});
