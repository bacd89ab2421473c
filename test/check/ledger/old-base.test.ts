import { describe, expect, it } from 'vitest';
import type { PhaseInfo } from '../../../src/history/history.ts';
import { holds } from '../../../src/verify/verify.ts';
import { headerOf, historyOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, judge } from '../../support/verdicts.ts';
import { everyFinding } from '../../verify/forms.ts';

const [burst] = headerOf().phases as [PhaseInfo];

/** Rounds of one counter, of which each begins at 0. */
function judged(rounds: readonly RoundSketch[], setup = false) {
  const header = headerOf({ phases: [burst], rounds: rounds.length, setup });
  const history = historyOf(rounds, header);
  const proven = [...everyFinding(history)].filter((finding) => holds(history, { finding }));
  return { codes: codesOf(judge(rounds, header)), proven: new Set(proven.map(({ code }) => code)) };
}

const round = (acknowledged: number, after: string, more: object = {}): RoundSketch => ({
  key: 'k',
  before: ['0'],
  phases: [{ acknowledged, after, ...more }],
});

describe('A round that begins where the first one did, of which nothing says that it began anew', () => {
  it('may have begun with an old number: nothing is lost or doubled if that explains all', () => {
    const { codes, proven } = judged([round(2, '1'), round(1, '3')]);
    expect(codes.filter((code) => code < 'CP3')).toEqual([]);
    expect(codes).toContain('CP313');
    expect(proven.has('CP101') || proven.has('CP102')).toBe(false);
  });

  it('is accused of the same where a setup sets it anew', () => {
    expect(judged([round(2, '1'), round(1, '3')], true).codes.slice(0, 2)).toEqual(['CP101', 'CP102']);
  });

  it('counted again what is too much from the first number on as well', () => {
    expect(judged([round(2, '1'), round(1, '4')]).codes).toContain('CP102');
  });

  it('is judged by itself where one number that was never set anew would have lost some', () => {
    expect(judged([round(10, '10'), round(10, '12')]).codes).toContain('CP102');
    expect(judged([round(10, '8'), round(10, '10')]).codes).toContain('CP101');
  });

  it('began anew where a second look ahead showed the same', () => {
    const twice = (one: RoundSketch): RoundSketch => ({ ...one, before: ['0', '0'] });
    expect(judged([twice(round(10, '10')), twice(round(10, '20'))]).codes).toContain('CP102');
    expect(judged([round(10, '10'), round(10, '20')]).codes).not.toContain('CP102');
  });

  it('began anew where what came after it has no room for all', () => {
    expect(judged([round(10, '10'), round(10, '20'), round(10, '20')]).codes).toContain('CP102');
  });

  it('did not apply what it refused, if the round before explains it', () => {
    const { codes, proven } = judged([round(2, '1'), round(1, '3', { rejected: 2 })]);
    expect(codes.filter((code) => code < 'CP3')).toEqual([]);
    expect(proven.has('CP103')).toBe(false);
  });
});
