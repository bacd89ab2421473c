import { describe, expect, it } from 'vitest';
import type { PhaseInfo } from '../../../src/history/history.ts';
import { holds } from '../../../src/verify/verify.ts';
import { headerOf, historyOf, type PhaseSketch, type RoundSketch } from '../../support/history.ts';
import { codesOf, judge } from '../../support/verdicts.ts';
import { everyFinding } from '../../verify/forms.ts';

const [burst] = headerOf().phases as [PhaseInfo];
const header = headerOf({ phases: [burst], rounds: 2 });

/** Proven of the look ahead of the second round: it lacks what was acknowledged, and later that is there. */
const HELD_BACK = 'CP120';

/** What one more round of the same counter came to, after one of three writes that nobody saw land. */
function behind(first: Partial<RoundSketch>, second: PhaseSketch, begins: string | null = '0') {
  const rounds = [
    { key: 'k', before: ['0'], phases: [{ acknowledged: 3, after: null }], ...first },
    { key: 'k', before: [begins], phases: [second] },
  ];
  const codes = codesOf(judge(rounds, header));
  const history = historyOf(rounds, header);
  const proven = [...everyFinding(history)].filter((finding) => holds(history, { finding }));
  return { codes, proven: [...new Set(proven.map(({ code }) => code))].filter((code) => code !== HELD_BACK) };
}

const LATE: readonly (readonly [string, Partial<RoundSketch>])[] = [
  ['could not be read', {}],
  ['still moved', { phases: [{ acknowledged: 3, after: '0', moving: true }] }],
  ['was not known when it began', { before: [null], phases: [{ acknowledged: 3, after: '0' }] }],
];

describe.each(LATE)('A round after one whose number %s', (_, first) => {
  it('is not accused of what the earlier one may have left', () => {
    const { codes, proven } = behind(first, { acknowledged: 2, after: '5' });
    expect(codes).toContain('CP313');
    expect(codes.filter((code) => code < 'CP3')).toEqual([]);
    expect(proven).toEqual([]);
  });

  it('is not said to have applied what it refused', () => {
    const { codes, proven } = behind(first, { acknowledged: 1, rejected: 2, after: '4' });
    expect(codes.filter((code) => code < 'CP3')).toEqual([]);
    expect(proven).toEqual([]);
  });

  it('counted again what is more than both of them can make', () => {
    expect(behind(first, { acknowledged: 2, after: '6' }).codes).toContain('CP102');
  });

  it('is judged by itself where the number had risen by them when it began', () => {
    const { codes } = behind(
      { ...first, before: ['0'], phases: [{ acknowledged: 3, after: null }] },
      { acknowledged: 2, after: '6' },
      '3',
    );
    expect(codes).toContain('CP102');
  });
});
