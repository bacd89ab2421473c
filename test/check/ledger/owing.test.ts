import { describe, expect, it } from 'vitest';
import type { HistoryHeader, PhaseInfo } from '../../../src/history/history.ts';
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

/** Rounds of one counter: what was read ahead, what was written, what was read at rest (null: nothing). */
type Told = readonly [string | null, PhaseSketch, string | null];

function judged(told: readonly Told[], changes: Partial<HistoryHeader> = {}) {
  const rounds = told.map(([begins, phase, last]) => ({
    key: 'k',
    before: [begins],
    phases: [{ ...phase, after: last }],
  }));
  return codesOf(judge(rounds, { ...header, rounds: rounds.length, ...changes })).filter((code) => code < 'CP3');
}

const acked = (acknowledged: number, more: PhaseSketch = {}): PhaseSketch => ({ acknowledged, ...more });

describe('Writes that land in a later round, and all is right in the end', () => {
  it.each<[string, readonly Told[], Partial<HistoryHeader>]>([
    [
      'while the next begins',
      [
        ['0', acked(2), '0'],
        ['1', { rejected: 1 }, '2'],
      ],
      {},
    ],
    [
      'while the next begins, and in it',
      [
        ['0', acked(2), '0'],
        ['1', acked(1), '3'],
      ],
      {},
    ],
    [
      'in two rounds',
      [
        ['0', acked(2), '1'],
        ['1', acked(1), '1'],
        ['2', acked(1), '4'],
      ],
      {},
    ],
    [
      'of a number that falls',
      [
        ['0', acked(1), '0'],
        ['0', acked(1), '-2'],
      ],
      { step: '-1' },
    ],
    [
      'beside one that was not heard',
      [
        ['0', acked(1, { unknown: 1, moving: true }), '0'],
        ['1', acked(1), '3'],
      ],
      {},
    ],
  ])('are not counted again: %s', (_, told, changes) => {
    expect(judged(told, changes).filter((code) => code !== 'CP120')).toEqual([]);
  });

  it('are not put down to a round whose rise was asked for', () => {
    const expect1 = { readings: [{ reading: 'value', risesBy: '1', perPhase: true }], unique: false };
    const told: readonly Told[] = [
      ['0', acked(1), null],
      ['0', acked(1), '2'],
    ];
    expect(judged(told, { object: 'custom', expect: expect1 })).toEqual([]);
  });
});

describe('Writes that may land in a later round', () => {
  it('leave no room for more than there were', () => {
    const told: readonly Told[] = [
      ['0', acked(1, { moving: true }), '2'],
      ['2', acked(1), null],
      ['2', acked(2), '5'],
    ];
    expect(judged(told)).toEqual(['CP102']);
  });

  it('are known to have landed where the start is told', () => {
    const told: readonly Told[] = [
      [null, acked(10), '10'],
      ['10', acked(10), '30'],
    ];
    expect(judged(told, { initial: '0' })).toEqual(['CP102']);
    expect(judged(told)).toEqual([]);
  });
});
