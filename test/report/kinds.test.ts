import { describe, expect, it } from 'vitest';
import { human } from '../../src/report/human.ts';
import type { AnswerExample, PhaseResult, WriteCounts } from '../../src/verdict/report.ts';
import { finding, phase, report, scenario } from './sample.ts';

const WIDE = { columns: 100, colors: false };

const counts = (acknowledged: number, rejected = 0, unknown = 0): WriteCounts => ({
  sent: acknowledged + rejected + unknown,
  acknowledged,
  rejected,
  unknown,
  notSent: 0,
});

const unknown = { min: null, max: null };
const unread = { before: null, after: null, observed: null, expected: unknown, lost: unknown, duplicated: unknown };

/** A phase that was judged by its answers alone. */
const answered = (writes: WriteCounts, changes: Partial<PhaseResult> = {}): PhaseResult =>
  phase('concurrent', 0, { ...unread, writes, ...changes });

const pause = (kind: string, index: number, value: string, changes: Partial<PhaseResult> = {}): PhaseResult =>
  phase('spaced', 0, {
    ...{ kind, index, name: kind, before: value, after: value, observed: value, expected: unknown },
    ...{
      lost: { min: 0, max: 0 },
      duplicated: { min: 0, max: 0 },
      writes: counts(0),
      statusCodes: {},
      latencyMs: null,
    },
    overlap: { maxInFlight: 0, allInFlightMs: 0, releaseSpreadMs: null, detectableWindowMs: null },
    ...changes,
  });

const quota = (writes: WriteCounts) => ({
  object: 'quota',
  limit: { count: '5', per: 'round' },
  phases: [answered(writes)],
});

const overLimit = scenario({
  ...quota(counts(12)),
  verdict: 'fail',
  findings: [
    finding({
      code: 'CP104',
      title: 'more admitted than the limit',
      message: '12 writes were admitted where the limit is 5: 7 too many',
      count: { min: 7, max: 7 },
      witness: [],
      argument: 'Count the answers that admitted: 12, and 5 is the most.',
    }),
  ],
});

const soldTwice = scenario({
  object: 'reservation',
  limit: { count: '1', per: null },
  phases: [answered(counts(5))],
  verdict: 'fail',
  findings: [
    finding({
      code: 'CP106',
      title: 'sold more than once',
      message: 'It was granted 5 times at once, and there is 1: 4 too many',
      count: { min: 4, max: 4 },
      witness: [],
      argument: '',
    }),
  ],
});

const paidTwice = scenario({
  object: 'effect',
  phases: [
    phase('spaced', 5, {
      kind: 'replay',
      name: 'replay',
      index: 0,
      after: '5',
      writes: counts(5),
      intents: 1,
      abandoned: 1,
    }),
  ],
  verdict: 'fail',
  findings: [
    finding({
      code: 'CP110',
      title: 'a retry was applied again',
      message: '1 write was acknowledged and the value rose from 0 to 5: 4 were applied again',
      phase: 'replay',
      count: { min: 4, max: 4 },
      witness: [],
      argument: '',
    }),
  ],
});

const lostInCrash = scenario({
  verdict: 'fail',
  phases: [
    phase('concurrent', 10),
    pause('run', 1, '10', { name: 'kill', after: '3', lost: { min: 7, max: 7 } }),
    pause('wait', 2, '3'),
    phase('spaced', 10, { index: 3, before: '3', after: '13' }),
  ],
  findings: [
    finding({
      code: 'CP115',
      title: 'acknowledged, then lost by a crash or failover',
      message: '10 writes were acknowledged before the command of kill was run; 7 were lost',
      phase: 'kill',
      count: { min: 7, max: 7 },
      witness: [],
      argument: '',
    }),
  ],
});

const harmed = scenario({
  verdict: 'fail',
  findings: [
    finding({
      code: 'CP116',
      title: 'another request was harmed by counting',
      message: 'GET /r/abc was answered 302 before the first write, and 500 (8 times) while writes ran',
      silent: false,
      witness: [],
      argument: '',
    }),
  ],
});

const answers: readonly AnswerExample[] = [
  { of: 'write', status: 200, counts: 'acknowledged', times: 8, reason: null, excerpt: null },
  {
    of: 'write',
    status: 429,
    counts: 'rejected',
    times: 1,
    reason: 'refused with 429',
    excerpt: '{"error":"slow down"}',
  },
  {
    of: 'write',
    status: null,
    counts: 'unknown',
    times: 2,
    reason: 'no complete answer within 1000 ms',
    excerpt: null,
  },
  { of: 'read', status: 500, counts: null, times: 1, reason: 'answered 500', excerpt: '<html>\\u{a} <p>oops' },
];

const inDoubt = scenario({ phases: [phase('concurrent', 8, { writes: counts(8, 1, 2) })], answers });

const quantiles = [
  { share: 0.5, deltaMs: 0, behind: 0 },
  { share: 0.95, deltaMs: 80, behind: 1 },
  { share: 0.99, deltaMs: 120, behind: 4 },
];
const stale = scenario({ staleness: { reads: 20, staleReads: 3, maxBehind: 4, deltaMs: 120, quantiles } });

describe('the report for a person, of every kind', () => {
  it.each([
    ['quota-fail', overLimit],
    ['reservation-fail', soldTwice],
    ['effect-fail', paidTwice],
    ['crash-fail', lostInCrash],
    ['harmed-fail', harmed],
    ['unknown-pass', inDoubt],
    ['stale-pass', stale],
  ])('%s reads as in its golden file', async (name, result) => {
    await expect(human(report(result), WIDE)).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  const first = (result: ReturnType<typeof scenario>): string | undefined => human(report(result), WIDE).split('\n')[0];

  it('says first what a quota, a stock and an operation with a key let through', () => {
    expect(first(overLimit)).toBe('FAIL  12 sent, 12 admitted, limit 5: 7 too many, silently (CP104)');
    const again = { ...overLimit, phases: [{ ...answered(counts(12)), intents: 9 }] };
    expect(first(again)).toMatch(/^FAIL {2}12 writes were admitted where the limit is 5/);
    expect(first(soldTwice)).toBe('FAIL  5 granted, 1 existed: 4 too many, silently (CP106)');
    expect(first(lostInCrash)).toBe('FAIL  10 writes were acknowledged, 7 were gone after kill, silently (CP115)');
    expect(first(paidTwice)).toBe('FAIL  5 effects for 1 key, silently (CP110)');
  });

  it('says first what a right one did', () => {
    expect(first(scenario(quota(counts(5, 7))))).toBe('PASS  12 sent, 5 admitted, as the limit of 5 asks');
    const again = { ...quota(counts(5, 7)), phases: [{ ...answered(counts(5, 7)), intents: 9 }] };
    expect(first(scenario(again))).toBe('PASS  9 keys sent 12 times, none let in above the limit');
    const sold = { object: 'reservation', limit: { count: '1', per: 'round' }, phases: [answered(counts(1, 4))] };
    expect(first(scenario(sold))).toBe('PASS  5 asked, 1 granted, none sold twice');
    const paid = { object: 'effect', phases: [phase('spaced', 1, { writes: counts(5), intents: 1 })] };
    expect(first(scenario(paid))).toBe('PASS  1 key sent 5 times, none with more than one effect');
  });

  it('says no more of what has no limit, or no number, than that nothing asked for was breached', () => {
    const bare = (object: string, changes: Partial<PhaseResult> = {}) =>
      first(scenario({ object, phases: [answered(counts(8), changes)] }));
    expect(bare('quota')).toBe('PASS  8 sent, 8 admitted, and nothing that was asked for was breached');
    expect(bare('quota', { intents: 2 })).toMatch(/^PASS {2}8 sent, 8 admitted, and nothing/);
    expect(bare('reservation')).toBe('PASS  8 asked, 8 granted, and nothing that was asked for was breached');
    expect(bare('effect', { intents: 2 })).toMatch(/nothing that was asked for was breached$/);
  });

  it('calls writes kept only where a number was held to them', () => {
    expect(first(scenario({ object: 'custom', phases: [answered(counts(10))] }))).toBe(
      'PASS  10 writes were acknowledged, and nothing that was asked for was breached',
    );
  });

  it('says of nothing that was not read that it was kept', () => {
    for (const object of ['quota', 'reservation', 'effect', 'counter'])
      for (const open of [0, 2]) {
        const phases = [answered(counts(4, 6, open))];
        expect(first(scenario({ object, phases }))).not.toMatch(/kept/);
      }
  });

  it('keeps to the message of a finding whose numbers are not plain', () => {
    const [one] = overLimit.findings;
    const off = scenario({ ...overLimit, findings: one === undefined ? [] : [{ ...one, count: { min: 3, max: 3 } }] });
    expect(first(off)).toBe('FAIL  12 writes were admitted where the limit is 5: 7 too many (CP104)');
  });

  it('says nothing of writes in phases that send none', () => {
    const row = human(report(lostInCrash), WIDE)
      .split('\n')
      .find((line) => line.startsWith('wait'));
    expect(row).toMatch(/^wait +3 -> 3 +- +- +- +-$/);
  });

  it('tells whether an answer told of a fault', () => {
    expect(human(report(harmed), WIDE)).toContain('counting, answers told of it (concurrent, round 1)');
    expect(human(report(overLimit), WIDE)).toContain('limit, silent (concurrent, round 1)');
  });

  it('shows one answer of each kind where outcomes are unknown, and else only where it is asked to', () => {
    const calm = scenario({ answers: answers.slice(0, 2) });
    expect(human(report(inDoubt), WIDE)).toContain('Answers');
    expect(human(report(calm), WIDE)).not.toContain('Answers');
    expect(human(report(calm), { ...WIDE, verbose: true })).toContain('{"error":"slow down"}');
  });

  it('has no line wider than a narrow terminal, but for the command to repeat', () => {
    const all = report(overLimit, soldTwice, paidTwice, lostInCrash, harmed, inDoubt, stale);
    const lines = human(all, { columns: 60, colors: false, verbose: true }).split('\n');
    expect(lines.filter((line) => line.length > 60 && !line.includes('npx counter-probe run'))).toEqual([]);
  });
});
