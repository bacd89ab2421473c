import { describe, expect, it } from 'vitest';
import { expecting, headerOf, type PhaseSketch } from '../../support/history.ts';
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

  it('is found where only the sum over the round is judged, and unknown writes that came later make it right', () => {
    const rounds = (first: string) => [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: first },
          { acknowledged: 10, unknown: 2, after: '22' },
        ],
      },
    ];
    const whole = expecting({ perPhase: false });
    expect(codesOf(judge(rounds('12'), whole))).toEqual(['CP102']);
    for (const right of ['10', '8']) expect(judge(rounds(right), whole).verdict).toBe('pass');
    const owed = [
      {
        key: 'k',
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '8' },
          { acknowledged: 10, after: '18' },
        ],
      },
    ];
    const later = [
      {
        key: 'k',
        before: ['18'],
        phases: rounds('30')[0]?.phases.map((phase, i) => ({ ...phase, after: String(30 + 10 * i) })) ?? [],
      },
    ];
    expect(codesOf(judge([...owed, ...later], whole))).not.toContain('CP102');
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

describe('a quota whose number counts those it refused (CP107)', () => {
  const quota = headerOf({
    ...{ object: 'quota' as const, limit: '5', phases: headerOf().phases.slice(0, 1) },
    expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }], unique: false },
  });
  const twelve = (after: string, more: PhaseSketch = {}, before = '0') => [
    { before: [before], phases: [{ acknowledged: 5, rejected: 7, after, ...more }] },
  ];

  it('is two numbers that disagree: nobody who was refused was let through', () => {
    const result = judge(twelve('12'), quota);
    expect(codesOf(result)).toEqual(['CP107']);
    expect(findingOf(result, 'CP107')).toMatchObject({
      ...{ count: { min: 7, max: 7 }, phase: 'concurrent', silent: true },
      message: '5 were let through and the number says 12: 7 refused ones were counted too',
    });
    expect(findingOf(result, 'CP107').witness.filter((op) => op.counts === 'rejected')).toHaveLength(7);
    expect(codesOf(judge(twelve('5'), quota))).toEqual([]);
  });

  it('is told of what is left as well, which falls', () => {
    const falling = { ...quota, step: '-1' };
    const { message } = findingOf(judge(twelve('-7', {}, '5'), falling), 'CP107');
    expect(message).toMatch(/fell from 5 to -7 .*: 7 refused ones were counted too$/);
  });

  it('is told of one, and of a range where some were not heard', () => {
    expect(findingOf(judge(twelve('6'), quota), 'CP107').message).toMatch(/: 1 refused one was counted too$/);
    const some = { acknowledged: 4, rejected: 5, unknown: 3 };
    expect(findingOf(judge(twelve('10', some), quota), 'CP107').message).toMatch(
      /: 3 to 5 refused ones were counted too$/,
    );
    expect(codesOf(judge(twelve('7', some), quota))).not.toContain('CP107');
  });

  it('is a test where all were refused, and it failed', () => {
    expect(codesOf(judge(twelve('12', { acknowledged: 0, rejected: 12 }), quota))).toEqual(['CP107']);
  });

  it('is not told beside a bound that the number breaks by it', () => {
    const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: false, atMost: '5' };
    const bound = { ...quota, expect: { readings: [reading], unique: false } };
    expect(codesOf(judge(twelve('12'), bound))).toEqual(['CP107']);
  });

  it('is refused but applied of any other object, and more than all of them came twice', () => {
    expect(codesOf(judge(twelve('12'), { ...quota, object: 'custom' }))).toEqual(['CP103']);
    expect(codesOf(judge(twelve('13'), quota))).toEqual(['CP102', 'CP107']);
  });

  it('is fewer than were let through: a lost write (CP101)', () => {
    expect(codesOf(judge(twelve('1'), quota))).toEqual(['CP101']);
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
