import { describe, expect, it } from 'vitest';
import type { PhaseInfo } from '../../../src/history/history.ts';
import { expecting, headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const spaced = (index: number): PhaseInfo => ({ index, kind: 'spaced', name: `part ${index}`, count: 10, everyMs: 0 });
const fourPhases = headerOf({ phases: [0, 1, 2, 3].map(spaced) });
const parts = (...values: readonly string[]) => [
  { before: ['0'], phases: values.map((after) => ({ acknowledged: 10, after })) },
];

describe('a write held back until the next one (CP120)', () => {
  it('is found where the round is right and its phases are not', () => {
    const result = judge([tenAndTen('0', '1', '20')]);
    expect(codesOf(result)).toEqual(['CP120']);
    expect(findingOf(result, 'CP120')).toMatchObject({ phase: null, count: { min: 9, max: 9 } });
    expect(findingOf(result, 'CP120').message).toMatch(
      /which is right; but concurrent moved it by 1 for 10 acknowledged/,
    );
    expect(result.phases.map(({ lost, duplicated }) => [lost, duplicated])).toEqual([
      [
        { min: 0, max: 0 },
        { min: 0, max: 0 },
      ],
      [
        { min: 0, max: 0 },
        { min: 0, max: 0 },
      ],
    ]);
    expect(result.notes).toEqual([]);
  });

  it('is found where the digits look joined as text, as long as the sum is right', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '1' },
          { acknowledged: 1, after: '11' },
        ],
      },
    ];
    expect(codesOf(judge(rounds))).toEqual(['CP120']);
    const joined = [
      {
        before: ['10'],
        phases: [
          { acknowledged: 1, after: '101' },
          { acknowledged: 1, after: '1011' },
        ],
      },
    ];
    expect(codesOf(judge(joined, headerOf({ minOverlap: 1 })))).toEqual(['CP118', 'CP118']);
  });

  it('is never a loss and a double count, whichever came first', () => {
    expect(codesOf(judge([tenAndTen('0', '12', '20')]))).toEqual(['CP120']);
  });

  it('says no more than is known where only writes of unknown effect make the sum right', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '8' },
          { acknowledged: 8, unknown: 4, after: '20' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP120']);
    expect(findingOf(result, 'CP120').argument).toMatch(/or they were lost and writes of unknown effect made up/);
  });

  it('is applied again (CP110, CP102) where more showed than had been sent by then', () => {
    const later = { acknowledged: 6, unknown: 6, after: '20' };
    const again = { acknowledged: 8, after: '13', each: (i: number) => ({ intent: `k${i % 6}` }) };
    const retried = judge([{ before: ['0'], phases: [again, later] }]);
    expect(codesOf(retried)).toEqual(['CP110']);
    const result = judge([{ before: ['0'], phases: [{ acknowledged: 10, after: '13' }, later] }]);
    expect(codesOf(result)).toEqual(['CP102']);
    expect(findingOf(result, 'CP102').count.min).toBe(3);
  });

  it('is found where writes of unknown effect need not have counted', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '8' },
          { acknowledged: 8, unknown: 2, after: '18' },
        ],
      },
    ];
    expect(codesOf(judge(rounds))).toEqual(['CP120']);
  });

  it('is not found where every phase is right, nor where the sum is wrong', () => {
    expect(codesOf(judge([tenAndTen('0', '10', '20')]))).toEqual([]);
    expect(codesOf(judge([tenAndTen('0', '1', '19')]))).toEqual(['CP101']);
  });

  it('takes what came late off the phases from the first on, until the sum over the round is met', () => {
    const result = judge(parts('4', '10', '24', '34'), fourPhases);
    expect(result.phases.map(({ lost }) => lost.min)).toEqual([2, 4, 0, 0]);
    expect(result.phases.map(({ duplicated }) => duplicated.min)).toEqual([0, 0, 0, 0]);
    expect(result.findings.map(({ code, phase, count }) => [code, phase, count.min])).toEqual([
      ['CP101', 'part 0', 2],
      ['CP101', 'part 1', 4],
    ]);
  });

  it('takes what was missing off a surplus in the same way', () => {
    const result = judge(parts('8', '22', '36', '46'), fourPhases);
    expect(result.phases.map(({ duplicated }) => duplicated.min)).toEqual([0, 2, 4, 0]);
    expect(result.phases.map(({ lost }) => lost.min)).toEqual([0, 0, 0, 0]);
    expect(codesOf(result)).toEqual(['CP102', 'CP102']);
  });

  it('is found where each phase was to rise by a number, and only the sum is right', () => {
    const result = judge([tenAndTen('0', '8', '20')], expecting({ risesBy: '10' }));
    expect(codesOf(result)).toEqual(['CP120']);
    expect(findingOf(result, 'CP120')).toMatchObject({ phase: null, count: { min: 2, max: 2 } });
    expect(findingOf(result, 'CP120').message).toMatch(
      /which is right; but concurrent moved it by 8 where 10 was asked for and spaced moved it by 12 where 10 was/,
    );
    expect(codesOf(judge([tenAndTen('0', '0', '2')], expecting({ risesBy: '1' })))).toEqual(['CP120']);
  });

  it('leaves of such phases what the sum proves', () => {
    const result = judge([tenAndTen('0', '8', '21')], expecting({ risesBy: '10' }));
    expect(result.findings.map(({ code, phase, count }) => [code, phase, count.min])).toEqual([['CP102', 'spaced', 1]]);
    const short = judge([tenAndTen('0', '7', '19')], expecting({ risesBy: '10' }));
    expect(short.findings.map(({ code, phase, count }) => [code, phase, count.min])).toEqual([
      ['CP101', 'concurrent', 1],
    ]);
  });
});

const late = (key: string, next = key) => [
  { ...tenAndTen('0', '10', '18'), key },
  { ...tenAndTen('18', '30', '40'), key: next },
];

describe('a write held back until the next round of its counter (CP120)', () => {
  it.each([
    ['by what was acknowledged', expecting({})],
    ['by what was acknowledged, over the round', expecting({ perPhase: false })],
    ['by a number', expecting({ risesBy: '10' })],
    ['by a number, over the round', expecting({ risesBy: '20', perPhase: false })],
  ])('is never a loss in one and a double count in the other: %s', (_, header) => {
    const result = judge(late('one'), header);
    expect(codesOf(result)).toEqual(['CP120']);
    expect(findingOf(result, 'CP120')).toMatchObject({ round: 1, phase: null, count: { min: 2, max: 2 } });
    expect(findingOf(result, 'CP120').message).toMatch(
      /^Over rounds 1 to 2 40 writes were acknowledged and the value rose from 0 to 40, which is right; but round 1/,
    );
    expect(result.rounds.wrong).toBe(2);
    expect(result.phases.map(({ lost, duplicated }) => [lost.min, duplicated.min])).toEqual(Array(4).fill([0, 0]));
  });

  it('leaves of these rounds what their sum proves', () => {
    const key = 'one';
    const result = judge([...late(key), { ...tenAndTen('40', '47', '57'), key }]);
    expect(result.findings.map(({ code, round, count }) => [code, round, count.min])).toEqual([['CP101', 3, 3]]);
    const exact = judge([...late(key), { ...tenAndTen('40', '47', '57'), key }], expecting({ risesBy: '10' }));
    expect(codesOf(exact)).toEqual(['CP101']);
  });

  it('takes nothing off a loss in every round', () => {
    const key = 'one';
    const result = judge([
      { ...tenAndTen('0', '7', '17'), key },
      { ...tenAndTen('17', '23', '33'), key },
    ]);
    expect(codesOf(result)).toEqual(['CP101']);
    expect(findingOf(result, 'CP101').count).toEqual({ min: 7, max: 7 });
  });

  it('is not looked for over counters of their own, nor where a setup sets the number', () => {
    expect(codesOf(judge(late('one', 'two')))).toEqual(['CP101', 'CP102']);
    expect(codesOf(judge(late('one'), { ...expecting({}), setup: true }))).toEqual(['CP101', 'CP102']);
  });
});
