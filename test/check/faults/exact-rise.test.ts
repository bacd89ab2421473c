import { describe, expect, it } from 'vitest';
import { expecting, type PhaseSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const ten = expecting({ risesBy: '10' });
const burst = (sketch: PhaseSketch, rise: number) => [
  {
    before: ['0'],
    phases: [
      { ...sketch, after: `${rise}` },
      { acknowledged: 10, after: `${rise + 10}` },
    ],
  },
];

describe('a rise that was asked for as a number', () => {
  it('is met by just that number', () => {
    const result = judge(burst({ acknowledged: 10 }, 10), ten);
    expect(result.verdict).toBe('pass');
    expect(result.phases[0]).toMatchObject({ expected: { min: '10', max: '10' }, lost: { min: 0, max: 0 } });
  });

  it('is met by it where most acknowledged writes are meant to change nothing', () => {
    const result = judge(
      [
        {
          before: ['0'],
          phases: [
            { acknowledged: 10, after: '1' },
            { acknowledged: 10, after: '2' },
          ],
        },
      ],
      expecting({ risesBy: '1' }),
    );
    expect(result.verdict).toBe('pass');
    expect(result.phases[0]).toMatchObject({ lost: { min: 0, max: 0 }, duplicated: { min: 0, max: 0 } });
  });

  it.each([
    ['a loss', { acknowledged: 10 }, 7, 'CP101'],
    ['a double count', { acknowledged: 10 }, 12, 'CP102'],
    ['refused writes that took effect', { acknowledged: 7, rejected: 3 }, 9, 'CP103'],
    ['refused writes that took effect, even where they make the number', { acknowledged: 7, rejected: 3 }, 10, 'CP103'],
    ['refused writes that did not: the number is outside its bounds', { acknowledged: 7, rejected: 3 }, 7, 'CP114'],
    ['a loss that no unknown write makes up for', { acknowledged: 9, unknown: 1 }, 8, 'CP101'],
  ])('is broken by %s', (_, sketch, rise, code) => {
    expect(codesOf(judge(burst(sketch, rise), ten))).toEqual([code]);
  });

  it.each([
    ['it is met', 10],
    ['it is short by no more than the unknown ones', 9],
  ])('is in doubt (CP302) with unknown writes where %s', (_, rise) => {
    const result = judge(burst({ acknowledged: 9, unknown: 1 }, rise), ten);
    expect(result.verdict).toBe('inconclusive');
    expect(findingOf(result, 'CP302').message).toMatch(/a rise by exactly 10 was asked for/);
  });

  it('is judged over the round where that was asked for', () => {
    const twenty = expecting({ risesBy: '20', perPhase: false });
    expect(judge(burst({ acknowledged: 10 }, 10), twenty).verdict).toBe('pass');
    expect(findingOf(judge(burst({ acknowledged: 10 }, 7), twenty), 'CP101').phase).toBeNull();
  });
});

describe('a rise by more than one step for each write', () => {
  const ninety = { ...expecting({ risesBy: '90' }), object: 'quota' as const, minOverlap: 1 };
  const paid = (rise: number, unknown = 0) => [
    {
      before: ['0'],
      phases: [
        { acknowledged: 3, rejected: 5, unknown, after: `${rise}` },
        { acknowledged: 3, after: `${rise + 90}` },
      ],
    },
  ];

  it('is met by just that, and by no part of it: nothing is lost, doubled or refused by what it is', () => {
    expect(judge(paid(90), ninety)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(paid(60), ninety))).toEqual(['CP114']);
    expect(codesOf(judge(paid(240), ninety))).toEqual(['CP114']);
    expect(codesOf(judge(paid(11), ninety))).toEqual(['CP114']);
  });

  it('is in doubt (CP302) with unknown writes', () => {
    expect(codesOf(judge(paid(90, 1), ninety))).toEqual(['CP302']);
  });
});

describe('a number that is to fall', () => {
  it('says which way its writes move it', () => {
    const down = { ...expecting({ risesBy: '-10' }), minOverlap: 1 };
    const fell = (to: number) => [
      {
        before: ['100'],
        phases: [
          { acknowledged: 10, after: `${to}` },
          { acknowledged: 10, after: `${to - 10}` },
        ],
      },
    ];
    expect(judge(fell(90), down)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(fell(93), down))).toEqual(['CP101']);
    expect(codesOf(judge(fell(88), down))).toEqual(['CP102']);
  });
});
