import { describe, expect, it } from 'vitest';
import { expecting } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

describe('a number still moving (CP313)', () => {
  const moving = { acknowledged: 10, after: ['1', '4', '6'], moving: true };

  it('is not called lost: late is not lost', () => {
    const result = judge([
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '10' },
          { ...moving, after: ['11', '14'] },
        ],
      },
    ]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP313']);
    expect(findingOf(result, 'CP313')).toMatchObject({ phase: 'spaced' });
    expect(findingOf(result, 'CP313').message).toMatch(/last seen at 14 and had not stood still for 2 s/);
    expect(result.phases[1]).toMatchObject({ after: '14', lost: { min: null, max: null }, settledAfterMs: null });
  });

  it('does not hide what is missing once it has come to rest in the next phase', () => {
    const result = judge([{ before: ['0'], phases: [moving, { acknowledged: 10, after: '16' }] }]);
    expect(result.verdict).toBe('fail');
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: null, count: { min: 4, max: 4 } });
    expect(codesOf(result)).toEqual(['CP101', 'CP313']);
  });

  it('is no surplus of the next phase when it arrives there', () => {
    expect(codesOf(judge([{ before: ['0'], phases: [moving, { acknowledged: 10, after: '20' }] }]))).toEqual(['CP313']);
  });

  it('is told once where it moves on after its time was up, and nobody else wrote', () => {
    const watched = { ...moving, after: ['11', '14'], quiet: ['20'] };
    const result = judge([{ before: ['0'], phases: [{ acknowledged: 10, after: '10' }, watched] }]);
    expect(codesOf(result)).toEqual(['CP313']);
    expect(findingOf(result, 'CP313').phase).toBe('spaced');
    const next = [
      {
        key: 'k',
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '10' },
          { ...moving, after: ['11', '14'] },
        ],
      },
      {
        key: 'k',
        before: ['20'],
        phases: [
          { acknowledged: 10, after: '30' },
          { acknowledged: 10, after: '40' },
        ],
      },
    ];
    expect(codesOf(judge(next))).toEqual(['CP313']);
  });

  it('matters only at the end where the round alone is judged', () => {
    const rounds = [{ before: ['0'], phases: [moving, { acknowledged: 10, after: '20' }] }];
    expect(judge(rounds, expecting({ perPhase: false })).verdict).toBe('pass');
  });

  it('is seen where the missing writes came after the settling time', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '10' },
          { acknowledged: 10, after: '15', quiet: ['18'] },
        ],
      },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP313']);
    expect(findingOf(result, 'CP313').message).toMatch(/moved on from 15 to 18/);
  });

  it('is seen where they came before the next round of the same counter', () => {
    const clean = { acknowledged: 10, after: '30' };
    const rounds = [
      {
        key: 'k',
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '1' },
          { acknowledged: 10, after: '11' },
        ],
      },
      { key: 'k', before: ['20'], phases: [clean, { acknowledged: 10, after: '40' }] },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP313']);
    expect(findingOf(result, 'CP313').round).toBe(1);
  });
});

describe('a reading of which no two answers agree', () => {
  it('never came to rest, where nothing says that it did', () => {
    const result = judge([
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: ['3', '5', '4'], unsettled: true },
          { acknowledged: 10, after: '14' },
        ],
      },
    ]);
    expect(codesOf(result)).toContain('CP313');
    expect(codesOf(result)).not.toContain('CP102');
  });
});
