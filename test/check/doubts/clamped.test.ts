import { describe, expect, it } from 'vitest';
import { headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const falling = headerOf({ step: '-1' });

describe('a number that stops at 0', () => {
  it('is no loss where it had no room for all its writes: whether one was lost does not show (CP302)', () => {
    const result = judge([tenAndTen('5', '0', '0')], falling);
    expect(codesOf(result)).toEqual(['CP302', 'CP302']);
    expect(findingsText(result)).toMatch(/went from 5 to 0 and no further, where 10 acknowledged writes/);
    expect(result.phases.every(({ lost }) => lost.min === null)).toBe(true);
  });

  it('is judged where there was room', () => {
    expect(judge([tenAndTen('20', '10', '0')], falling).verdict).toBe('pass');
    expect(codesOf(judge([tenAndTen('100', '99', '89')], falling))).toEqual(['CP101']);
  });

  it('is judged in the phases that have room', () => {
    const result = judge([tenAndTen('12', '9', '0')], falling);
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: 'concurrent', count: { min: 7, max: 7 } });
  });
});

const findingsText = ({ findings }: ReturnType<typeof judge>): string => findings.map((f) => f.message).join('\n');

describe('a number of a window or a lease', () => {
  const header = (limitPer: string) => headerOf({ object: 'quota', limit: '50', limitPer });
  const rounds = (burst: string, spaced: string) => [
    {
      before: ['0'],
      phases: [
        { acknowledged: 10, after: burst },
        { acknowledged: 10, after: spaced },
      ],
    },
  ];

  it('may have turned before it was read, so that what is missing was not lost (CP302)', () => {
    const result = judge(rounds('10', '0'), header('2000ms'));
    expect(codesOf(result)).toEqual(['CP302']);
    expect(findingOf(result, 'CP302').message).toMatch(/its window may have turned before it was read/);
    expect(codesOf(judge(rounds('4', '14'), header('100ms')))).toEqual(['CP302']);
  });

  it('is judged where the window is long beside the load, and where nothing is missing', () => {
    expect(codesOf(judge(rounds('4', '14'), header('3600000ms')))).toEqual(['CP101']);
    expect(codesOf(judge(rounds('4', '14'), header('round')))).toEqual(['CP101']);
    expect(judge(rounds('10', '20'), header('100ms'))).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(rounds('12', '22'), header('100ms')))).toEqual(['CP102']);
  });
});
