import { describe, expect, it } from 'vitest';
import { handedOutTwice } from '../../../src/check/faults/handed-out.ts';
import { factsOf } from '../../../src/check/ledger/facts.ts';
import { expecting, headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const numbers = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
const round = (burst: readonly string[], spaced: readonly string[]) => ({
  before: ['0'],
  phases: [
    { acknowledged: 10, after: '10', returned: burst },
    { acknowledged: 10, after: '20', returned: spaced },
  ],
});
const unique = expecting({ unique: true });

describe('the same value handed out twice (CP112)', () => {
  it('is not found where every write got its own', () => {
    expect(judge([round(numbers(1, 10), numbers(11, 20))], unique).verdict).toBe('pass');
  });

  it('is found where one came again', () => {
    const result = judge([round(['1', '2', '3', '4', '5', '5', '5', '8', '9', '9'], numbers(11, 20))], unique);
    expect(codesOf(result)).toEqual(['CP112']);
    const finding = findingOf(result, 'CP112');
    expect(finding).toMatchObject({ phase: 'concurrent', round: 1, count: { min: 3, max: 3 }, silent: true });
    expect(finding.message).toMatch(
      /^20 writes were given a value each, and only 17 different ones: 5 was handed out to 3 writes/,
    );
    expect(finding.witness.map((op) => op.returned)).toEqual(['5', '5', '5']);
  });

  it('is found over two phases of a round', () => {
    const result = judge([round(numbers(1, 10), numbers(10, 19))], unique);
    expect(findingOf(result, 'CP112').phase).toBeNull();
  });

  it('is not looked for across rounds, between counters, or where it was not asked for', () => {
    expect(
      judge([round(numbers(1, 10), numbers(11, 20)), round(numbers(1, 10), numbers(11, 20))], unique).verdict,
    ).toBe('pass');
    expect(judge([round(numbers(1, 10), numbers(1, 10))]).verdict).toBe('pass');
  });

  it('is looked for in each counter where phases or identities have their own', () => {
    const round = {
      phases: [
        { acknowledged: 4, returned: numbers(1, 4), each: (i: number) => ({ identity: i % 2 }) },
        { acknowledged: 4, returned: ['5', '1', '6', '6'], each: (i: number) => ({ identity: i % 2 }) },
      ],
    };
    const per = (...uniquePer: ('identity' | 'phase')[]) =>
      headerOf({ expect: { readings: [], unique: true, uniquePer }, readings: [] });
    expect(findingOf(judge([round], per()), 'CP112').count).toEqual({ min: 2, max: 2 });
    expect(findingOf(judge([round], per('phase')), 'CP112').count).toEqual({ min: 1, max: 1 });
    expect(codesOf(judge([round], per('phase', 'identity')))).not.toContain('CP112');
  });

  it('compares values as text: 7 and 07 are two', () => {
    expect(judge([round(['7', '07', ...numbers(1, 6), '8', '9'], numbers(11, 20))], unique).verdict).toBe('pass');
  });

  it('is enough to be judged by, with no reading', () => {
    const header = headerOf({ expect: { readings: [], unique: true }, readings: [] });
    const silent = (returned: readonly string[]) => [
      {
        phases: [
          { acknowledged: 10, returned },
          { acknowledged: 10, returned: numbers(11, 20) },
        ],
      },
    ];
    expect(judge(silent(numbers(1, 10)), header).verdict).toBe('pass');
    expect(codesOf(judge(silent(numbers(2, 11)), header))).toEqual(['CP112']);
    expect(judge([{ phases: [{ acknowledged: 10 }, { acknowledged: 10 }] }], header).verdict).toBe('inconclusive');
  });

  it('is counted where fifty thousand writes all got the same', () => {
    const many = 50_000;
    const header = headerOf({ expect: { readings: [], unique: true }, readings: [] });
    const history = historyOf([{ phases: [{ acknowledged: many, returned: Array(many).fill('7') }, {}] }], header);
    const [claim] = handedOutTwice(factsOf(history));
    expect(claim?.count).toEqual({ min: many - 1, max: many - 1 });
  });
});
