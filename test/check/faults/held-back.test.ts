import { describe, expect, it } from 'vitest';
import type { PhaseInfo } from '../../../src/history/history.ts';
import { headerOf } from '../../support/history.ts';
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

  it('is never a loss and a double count, whichever came first', () => {
    expect(codesOf(judge([tenAndTen('0', '12', '20')]))).toEqual(['CP120']);
  });

  it('is found where unknown writes make the sum right', () => {
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
});
