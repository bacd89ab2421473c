import { describe, expect, it } from 'vitest';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const burst = (acknowledged: number, rejected: number, unknown: number, after: number) => [
  {
    before: ['0'],
    phases: [
      { acknowledged, rejected, unknown, after: `${after}` },
      { acknowledged: 10, after: `${after + 10}` },
    ],
  },
];

describe('a duplicated write (CP102)', () => {
  it('is found where the number rose by more than all that may have counted', () => {
    const result = judge([tenAndTen('0', '12', '22')]);
    expect(codesOf(result)).toEqual(['CP102']);
    expect(findingOf(result, 'CP102')).toMatchObject({ phase: 'concurrent', count: { min: 2, max: 2 }, silent: true });
    expect(result.phases[0]).toMatchObject({ duplicated: { min: 2, max: 2 }, lost: { min: 0, max: 0 } });
  });

  it('is not claimed where unknown writes account for it', () => {
    const result = judge(burst(10, 0, 2, 12));
    expect(result.verdict).toBe('pass');
    expect(result.phases[0]?.duplicated).toEqual({ min: 0, max: 2 });
  });

  it('is not claimed where a write of an earlier phase lands late', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 8, unknown: 2, after: '8' },
          { acknowledged: 10, after: '20' },
        ],
      },
    ];
    expect(judge(rounds).verdict).toBe('pass');
  });

  it('is not claimed where a write of an earlier round of the same counter lands late', () => {
    const quiet = { acknowledged: 10, after: '18' };
    const rounds = [
      { key: 'one', before: ['0'], phases: [{ acknowledged: 8, unknown: 2, after: '8' }, quiet] },
      {
        key: 'one',
        before: ['18'],
        phases: [
          { acknowledged: 10, after: '30' },
          { acknowledged: 10, after: '40' },
        ],
      },
    ];
    expect(judge(rounds).verdict).toBe('pass');
    const apart = rounds.map((round, i) => ({ ...round, key: `${i}` }));
    expect(codesOf(judge(apart))).toEqual(['CP102']);
  });
});

describe('a refused write that was applied (CP103)', () => {
  it('is found where the number rose by more than was acknowledged, and writes were refused', () => {
    const result = judge(burst(3, 7, 0, 6));
    expect(codesOf(result)).toEqual(['CP103']);
    expect(findingOf(result, 'CP103')).toMatchObject({ count: { min: 3, max: 3 }, phase: 'concurrent', silent: true });
    expect(findingOf(result, 'CP103').witness.filter((op) => op.counts === 'rejected')).toHaveLength(7);
  });

  it('accounts for a surplus only up to the refused writes; the rest came twice', () => {
    const result = judge(burst(8, 2, 0, 13));
    expect(codesOf(result)).toEqual(['CP102', 'CP103']);
    expect(findingOf(result, 'CP103').count.min).toBe(2);
    expect(findingOf(result, 'CP102').count.min).toBe(3);
  });

  it('is not claimed where unknown writes account for it', () => {
    expect(judge(burst(3, 4, 3, 6)).verdict).toBe('pass');
  });

  it('is the answer where all were refused: that was a test, and it failed', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { rejected: 10, after: '4' },
          { rejected: 10, after: '4' },
        ],
      },
    ];
    expect(codesOf(judge(rounds))).toEqual(['CP103']);
  });
});
