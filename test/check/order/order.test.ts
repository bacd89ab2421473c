import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { HistoryHeader } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import type { ScenarioResult } from '../../../src/verdict/report.ts';
import { doings, executed } from '../../support/executions.ts';
import { headerOf, historyOf, type RoundSketch } from '../../support/history.ts';
import { named } from '../../support/naive.ts';
import { isExplainable, type Small } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { historyFrom } from '../../support/saved.ts';
import { inc, saw, smallHistories } from '../../support/small.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

/** Ten writes that come out bit by bit: the first read shows 4 of them, the second 7. Each read takes 2 ms, 3 ms apart. */
const late: RoundSketch = {
  before: ['0'],
  phases: [
    { acknowledged: 10, after: ['4', '7', '10'] },
    { acknowledged: 10, after: '20' },
  ],
};

const LEVELS = ['eventual', 'read-your-writes', 'bounded:1ms', 'bounded:5000ms', 'latest'];
const held = (rounds: readonly RoundSketch[], require: string, more: Partial<HistoryHeader> = {}): ScenarioResult =>
  judge(rounds, headerOf({ require, ...more }));
const codesBy = (rounds: readonly RoundSketch[], more: Partial<HistoryHeader> = {}) =>
  Object.fromEntries(LEVELS.map((level) => [level, codesOf(held(rounds, level, more))]));
const NOTHING = { staleReads: null, maxBehind: null, deltaMs: null };
const FRESH = { staleReads: 0, maxBehind: 0, deltaMs: 0 };

describe('how old the reads of a run were', () => {
  it('is told exactly, reads while settling among them', () => {
    const { staleness, notes } = held([late], 'eventual');
    const { deltaMs, quantiles, ...rest } = staleness;
    expect(rest).toEqual({ reads: 5, staleReads: 2, maxBehind: 6 });
    expect(deltaMs).toBeGreaterThan(0);
    expect(quantiles?.at(-1)).toEqual({ share: 0.99, deltaMs, behind: 6 });
    expect(quantiles?.[0]).toEqual({ share: 0.5, deltaMs: 0, behind: 0 });
    expect(notes.find(({ code }) => code === 'stale-read')?.message).toMatch(
      /^2 reads show less than was acknowledged before: #11 shows 4 \(up to 6 writes behind, .* old\)\. It breaches nothing that was required\.$/,
    );
  });

  it('is nothing where every read was the latest', () => {
    expect(judge([tenAndTen('0', '10', '20')]).staleness).toEqual({ reads: 5, ...FRESH });
  });

  it('does not take what is lost for late', () => {
    expect(judge([tenAndTen('0', '1', '11')]).staleness).toMatchObject(FRESH);
    const both: RoundSketch = {
      before: ['0'],
      phases: [
        { acknowledged: 10, after: '1' },
        { acknowledged: 10, after: ['8', '11'] },
      ],
    };
    expect(judge([both]).staleness).toMatchObject({ staleReads: 1, maxBehind: 3 });
  });

  it('counts what was held back as late', () => {
    const result = judge([
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '9' },
          { acknowledged: 10, after: '20' },
        ],
      },
    ]);
    expect(codesOf(result)).toEqual(['CP120']);
    expect(result.staleness).toMatchObject({ staleReads: 1, maxBehind: 1 });
  });

  it.each([
    ['another writer', [{ ...tenAndTen('0', '10', '20'), before: ['0', '3'] }], {}],
    ['digits that are missing', [tenAndTen('0', '1.2345678901234567e22', '1.2345678901234567e22')], {}],
    ['text that was joined', [tenAndTen('1', `1${'1'.repeat(10)}`, `1${'1'.repeat(20)}`)], {}],
    ['writes that counted twice', [tenAndTen('0', '20', '40')], {}],
    [
      'a rise that was asked for as a number',
      [tenAndTen('0', '1', '2')],
      { expect: { readings: [{ reading: 'value', risesBy: '1', perPhase: true }], unique: false } },
    ],
    ['reads that count', [tenAndTen('0', '10', '20')], { readingInfo: { value: { adds: '1' } } }],
    ['another object', [tenAndTen('0', '10', '20')], { object: 'custom' as const }],
  ])('is not told where %s leave it open', (_, rounds, more) => {
    const result = held(rounds, 'eventual', more);
    expect(result.staleness).toEqual({ reads: expect.any(Number), ...NOTHING });
    expect(result.consistency.satisfied.filter((level) => level !== 'eventual')).toEqual([]);
  });

  it('is not told of writes of different amounts', () => {
    const history = historyOf([tenAndTen('0', '10', '20')]);
    const operations = history.operations.map((one, i): Operation => (i === 3 ? { ...one, amount: '2' } : one));
    expect(check({ ...history, operations }).staleness).toMatchObject(NOTHING);
    const latest = check({ ...history, header: headerOf({ require: 'latest' }), operations });
    expect({ verdict: latest.verdict, codes: codesOf(latest) }).toEqual({ verdict: 'inconclusive', codes: ['CP314'] });
  });
});

describe('what the order of reads breaches', () => {
  it('is a fault by the level that was required, and never of eventual', () => {
    expect(codesBy([late])).toEqual({
      eventual: [],
      'read-your-writes': ['CP113'],
      'bounded:1ms': ['CP108'],
      'bounded:5000ms': [],
      latest: ['CP108'],
    });
  });

  it('is told once for all rounds, with the few operations that prove it', () => {
    const round = (key: string): RoundSketch => ({ ...late, key });
    const result = held([round('a'), tenAndTen('0', '10', '20'), round('b')], 'latest');
    expect(codesOf(result)).toEqual(['CP108']);
    const { message, argument, witness, count } = findingOf(result, 'CP108');
    expect(message).toMatch(/^2 reads show less .* \(round 1; so in 2 of 3 rounds, 4 in all\)$/);
    expect(argument).toMatch(/^From the start, 5 increments were acknowledged in between, yet #11 shows 4/);
    expect(witness.map(({ f }) => f)).toEqual([...Array(5).fill('increment'), 'read']);
    expect(count).toEqual({ min: 4, max: 4 });
    expect(result.rounds).toMatchObject({ run: 3, wrong: 2 });
    expect(result.verdict).toBe('fail');
  });

  it('says how long before the bound it was over', () => {
    expect(findingOf(held([late], 'bounded:1ms'), 'CP108').argument).toMatch(/That was over more than 1 ms before\.$/);
  });

  it('is a value that went back', () => {
    const back: RoundSketch = {
      before: ['0'],
      phases: [
        { acknowledged: 10, after: ['10', '8', '10'] },
        { acknowledged: 10, after: '20' },
      ],
    };
    expect(codesBy([back])).toMatchObject({ eventual: [], 'read-your-writes': ['CP113'], latest: ['CP109'] });
    expect(findingOf(held([back], 'latest'), 'CP109').argument).toMatch(
      /#11 shows 10 and was complete before .* #12 shows 8/,
    );
  });

  it('is not told of a number whose amounts are wrong: one cause, one finding', () => {
    for (const require of LEVELS) {
      expect(codesOf(held([tenAndTen('0', '1', '11')], require))).toEqual(['CP101']);
      expect(codesOf(held([tenAndTen('0', '9', '20')], require))).toEqual(['CP120']);
      expect(new Set(codesOf(held([tenAndTen('0', '20', '40')], require)))).toEqual(new Set(['CP102']));
    }
  });

  it('is told of the other numbers of that run', () => {
    const rounds = [
      { ...tenAndTen('0', '1', '11'), key: 'a' },
      { ...late, key: 'b' },
    ];
    expect(codesOf(held(rounds, 'latest'))).toEqual(['CP101', 'CP108']);
  });

  it('leaves an unknown write of an earlier round its time', () => {
    const rounds: readonly RoundSketch[] = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 9, unknown: 1, after: '9' },
          { acknowledged: 10, after: '19' },
        ],
      },
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '11' },
          { acknowledged: 10, after: '21' },
        ],
      },
    ];
    for (const setup of [true, false]) {
      const result = held(rounds, 'latest', { setup });
      expect(codesOf(result).filter((code) => code.startsWith('CP1'))).not.toContain('CP119');
    }
  });

  it('takes no read of a later round for the start of a number that was not read ahead of its first write', () => {
    const rounds: readonly RoundSketch[] = [
      { key: 'k', before: [null, '16'], phases: [{ acknowledged: 1, after: '17' }] },
      { key: 'k', before: ['17'], phases: [{ acknowledged: 1, after: '18' }] },
    ];
    expect(codesOf(held(rounds, 'read-your-writes')).filter((code) => code.startsWith('CP1'))).toEqual([]);
  });

  it('follows a number that begins anew after a round of very many writes', () => {
    const twice = (first: string) => [
      { acknowledged: 1, after: first },
      { acknowledged: 1, after: `${Number(first) + 1}` },
    ];
    const more = 150_000;
    const { operations, ...history } = historyOf([
      { key: 'k', before: ['0'], phases: twice(String(more + 1)) },
      { key: 'k', before: ['0'], phases: twice('1') },
    ]);
    const at = operations.findIndex(({ f }) => f === 'increment');
    const same = Array.from({ length: more }, (_, i) => ({
      ...(operations[at] as Operation),
      id: operations.length + i,
    }));
    expect(check({ ...history, operations: [...operations, ...same] })).toMatchObject({
      verdict: 'pass',
      findings: [],
    });
  });

  it('takes each round that a setup sets anew for a number of its own', () => {
    const rounds = [tenAndTen('0', '10', '20'), tenAndTen('0', '10', '20')];
    expect(held(rounds, 'latest', { setup: true })).toMatchObject({ verdict: 'pass', findings: [] });
    expect(held([tenAndTen('0', '10', '20'), tenAndTen('20', '30', '40')], 'latest').verdict).toBe('pass');
  });

  it('goes by identities, where there are some, and by sessions, where others recorded them', () => {
    const own =
      (identity: number) =>
      (one: Operation): Operation =>
        one.f === 'read' ? { ...one, identity, session: `id${identity}` } : { ...one, identity: 0, session: 'id0' };
    const bystander = (one: Operation): Operation =>
      one.f === 'read' ? { ...one, session: `read-${one.reading}` } : { ...one, identity: 0, session: 'id0' };
    const history = historyOf([late], headerOf({ require: 'read-your-writes' }));
    const by = (change: (one: Operation) => Operation) =>
      codesOf(check({ ...history, operations: history.operations.map(change) }));
    expect(by(own(0))).toEqual(['CP113']);
    expect(by(own(1))).toEqual([]);
    expect(by(bystander)).toEqual([]);
    expect(by((one) => (one.f === 'read' ? { ...one, session: 'reader' } : one))).toEqual([]);
  });

  it('blames the age alone where only that is bounded, whoever wrote what is missing', () => {
    const codes = (require: string) => {
      const history = historyOf([late], headerOf({ require }));
      const operations = history.operations.map((one): Operation => ({ ...one, session: 'prober' }));
      return codesOf(check({ ...history, operations }));
    };
    expect(codes('read-your-writes')).toEqual(['CP113']);
    expect(codes('bounded:1ms')).toEqual(['CP108']);
    expect(codes('bounded:5000ms')).toEqual([]);
  });

  it('follows a number that goes down', () => {
    const down: RoundSketch = {
      before: ['100'],
      phases: [
        { acknowledged: 10, after: ['96', '90'] },
        { acknowledged: 10, after: '80' },
      ],
    };
    const result = held([down], 'latest', { step: '-1' });
    expect(codesOf(result)).toEqual(['CP108']);
    expect(result.staleness).toMatchObject({ staleReads: 1, maxBehind: 6 });
  });

  it('keeps numbers above 2^53 apart', () => {
    const from = 9007199254740993n;
    const at = (n: bigint): string => String(from + n);
    const result = held(
      [
        {
          before: [at(0n)],
          phases: [
            { acknowledged: 10, after: [at(9n), at(10n)] },
            { acknowledged: 10, after: at(20n) },
          ],
        },
      ],
      'latest',
    );
    expect(codesOf(result)).toEqual(['CP108']);
    expect(result.staleness).toMatchObject({ staleReads: 1, maxBehind: 1 });
  });
});

describe('the levels that a run keeps', () => {
  const kept = (rounds: readonly RoundSketch[], require = 'eventual') => held(rounds, require).consistency.satisfied;

  it('are all of them where every read was the latest', () => {
    expect(kept([tenAndTen('0', '10', '20')])).toEqual([
      'latest',
      'linearizable',
      'sequential',
      'session',
      'read-your-writes',
      'monotonic-reads',
      'bounds',
      'convergent',
      'eventual',
    ]);
  });

  it('lack what a late read breaks, with the bound where it was kept', () => {
    expect(kept([late])).not.toContain('latest');
    expect(kept([late])).toEqual(expect.arrayContaining(['monotonic-reads', 'convergent', 'eventual']));
    expect(kept([late], 'read-your-writes')).not.toContain('read-your-writes');
    expect(kept([late], 'bounded:5000ms')).toContain('bounded:5000ms');
    expect(kept([late], 'bounded:1ms')).not.toContain('bounded:1ms');
  });

  it('are not eventual where a write was lost, and none where nothing was read', () => {
    expect(kept([tenAndTen('0', '1', '11')])).not.toContain('eventual');
    expect(kept([{ before: [null], failedRead: { status: 500, reason: 'answered 500' } }])).toEqual([]);
  });
});

describe('values that are no count, in a run', () => {
  it.each(LEVELS)('are CP118 or CP306, and never a crash, whatever is required: %s', (require) => {
    const read = (after: string | null, reason?: string) => {
      const failed = reason === undefined ? {} : { failedRead: { status: 200, reason } };
      const phase = { acknowledged: 10, after, ...failed };
      return check(historyOf([{ before: ['0'], phases: [phase, phase] }], headerOf({ require })));
    };
    for (const result of [
      read(null, 'no number at $.n: NaN'),
      read(null, 'no number at $.n: many'),
      read('1.2345678901234567e300'),
      read('1111111111'),
      read('-3'),
    ]) {
      expect(result.verdict).not.toBe('pass');
      expect(codesOf(result)).not.toContain('CP314');
    }
    expect(codesOf(read(null, 'no number at $.n: NaN'))).toEqual(['CP118']);
    expect(codesOf(read('1.2345678901234567e300'))).toEqual(['CP306']);
  });
});

/** Sessions of no prober, and one counter from 0. */
const ownHistory = (ops: readonly Small[], require: string) => {
  const history = historyFrom(ops);
  const phases = [{ index: 0, kind: 'spaced' as const, name: 'concurrent', count: 10, everyMs: null }];
  return { ...history, header: { ...history.header, require, phases } };
};
const order = new Set(['CP108', 'CP109', 'CP113', 'CP119']);
const plain = smallHistories({ ranges: false }).map((ops) => ops.filter(({ f }) => f === 'I' || f === 'R'));

describe('the order of any reads', () => {
  it('never fails eventual', () => {
    fc.assert(
      fc.property(plain, (ops) => {
        expect(codesOf(check(ownHistory(ops, 'eventual'))).filter((code) => order.has(code))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is as the definitions have it, where the amounts are right', () => {
    fc.assert(
      fc.property(plain, (ops) => {
        const result = check(ownHistory(ops, 'latest'));
        fc.pre(result.staleness.deltaMs !== null && ops.some(({ f }) => f === 'R'));
        const isRight = isExplainable(ops);
        expect(result.consistency.satisfied.includes('latest')).toBe(isRight);
        if (isRight) expect(codesOf(result).filter((code) => order.has(code))).toEqual([]);
        const { maxDelta, maxK, anomaly } = named(ops);
        if (codesOf(result).some((code) => !order.has(code) && code !== 'CP302')) return;
        expect(result.staleness.maxBehind).toBe(maxK);
        expect(result.staleness.deltaMs).toBeCloseTo(maxDelta / 1e6, 9);
        expect(codesOf(result).every((code) => !order.has(code))).toBe(anomaly === null);
      }),
      { numRuns: runs(600) },
    );
  });

  it('accuses no execution of a right counter, whatever is required', () => {
    fc.assert(
      fc.property(doings(20), fc.constantFrom(...LEVELS), (doing, require) => {
        const ops = executed(doing.filter(({ f }) => f !== 'T'));
        expect(check(ownHistory(ops, require)).verdict).not.toBe('fail');
      }),
      { numRuns: 500 },
    );
  });

  it('is proven by operations that contradict each other by themselves', () => {
    const result = check(ownHistory([inc(0, 2), inc(1, 3, 1), saw(1, 5, 6, 2), saw(2, 8, 9, 2)], 'latest'));
    const { witness } = findingOf(result, 'CP108');
    expect(witness.map(({ id }) => id)).toEqual([0, 1, 2]);
  });
});

describe('a write that was sent again', () => {
  const retried = (again: Partial<Operation>): readonly Operation[] => {
    const { operations } = historyFrom([
      saw(0, 0, 1),
      { f: 'I', certain: false, start: 2, end: Number.POSITIVE_INFINITY, low: 0, high: 9, process: 1 },
      saw(1, 10, 20),
      inc(30, 40, 1),
      saw(1, 2_000_050, 2_000_060),
    ]);
    const intents = operations.map((one) => (one.f === 'read' ? one : { ...one, intent: 'same' }));
    return intents.map((one, i) => ({
      ...one,
      ...(i === 0 ? { role: 'before' as const, phaseIndex: -1 } : {}),
      ...(i === 3 ? again : {}),
    }));
  };
  const phases = [{ index: 0, kind: 'spaced', name: 'spaced', count: 2, everyMs: 0 }] as const;

  it.each(['bounded:1ms', 'latest'])(
    'may be acknowledged for what the first attempt did, before a read (%s)',
    (require) => {
      const codes = (operations: readonly Operation[]) =>
        codesOf(check({ header: headerOf({ require, phases }), operations, marks: [] }));
      expect(codes(retried({}))).toEqual([]);
      expect(codes(retried({ intent: 'other' }))).not.toEqual([]);
    },
  );
});
