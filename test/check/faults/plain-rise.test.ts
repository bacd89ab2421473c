import { describe, expect, it } from 'vitest';
import type { ReadingExpectation } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch, type RoundSketch } from '../../support/history.ts';
import { codesOf, judge } from '../../support/verdicts.ts';

const gauge = (changes: Partial<ReadingExpectation> = {}) =>
  headerOf({
    object: 'custom',
    expect: { readings: [{ reading: 'value', risesBy: '0', perPhase: true, ...changes }], unique: false },
  });
const round = (before: string, burst: string, spaced: string): readonly RoundSketch[] => [
  {
    before: [before],
    phases: [
      { acknowledged: 10, unknown: 10, after: burst },
      { acknowledged: 2, unknown: 2, after: spaced },
    ],
  },
];

describe('a gauge: a number that goes up while something is under way', () => {
  it('passes where it comes back, whatever was unknown', () => {
    const result = judge(round('3', '3', '3'), gauge());
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('passes where every write is unknown', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { unknown: 10, after: '0' },
          { unknown: 4, after: '0' },
        ],
      },
    ];
    expect(judge(rounds, gauge())).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('is not released (CP117) where it stays up', () => {
    const result = judge(round('0', '10', '12'), gauge());
    expect(result.findings.map(({ code, phase, count }) => [code, phase, count.min])).toEqual([
      ['CP117', 'concurrent', 10],
      ['CP117', 'spaced', 2],
    ]);
    expect(result.findings.every(({ silent }) => silent)).toBe(true);
  });

  it('is out of its bounds (CP114) below, and where another number was asked for', () => {
    expect(codesOf(judge(round('5', '4', '4'), gauge()))).toEqual(['CP114']);
    expect(codesOf(judge(round('0', '1', '3'), gauge({ risesBy: '1' })))).toEqual(['CP114']);
    expect(codesOf(judge(round('0', '0', '0'), gauge({ risesBy: '1', perPhase: false })))).toEqual(['CP114']);
  });

  it('is held back (CP120) where it comes back with later writes', () => {
    expect(codesOf(judge(round('0', '3', '0'), gauge()))).toEqual(['CP120']);
  });

  it('is late (CP313), and nobody else wrote, where it comes down after it stood still', () => {
    const [late] = round('0', '0', '2');
    const quiet = { ...late, phases: [late?.phases?.[0] ?? {}, { ...late?.phases?.[1], quiet: ['2', '0'] }] };
    expect(codesOf(judge([quiet], gauge()))).toEqual(['CP313']);
  });

  it('may be off by a share of what was asked for', () => {
    expect(judge(round('0', '95', '190'), gauge({ risesBy: '100', within: 0.1 })).verdict).toBe('pass');
    expect(codesOf(judge(round('0', '80', '180'), gauge({ risesBy: '100', within: 0.1 })))).toEqual(['CP114']);
  });

  it('is in doubt where it could not be had', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: null },
          { acknowledged: 10, after: null },
        ],
      },
    ];
    expect(judge(rounds, gauge()).verdict).toBe('inconclusive');
  });
});

describe('a change that must be like that of another reading', () => {
  const alike = headerOf({
    readings: ['value', 'rows'],
    expect: { readings: [{ reading: 'value', risesBy: 'rows', perPhase: false }], unique: false },
  });
  const rows = (after: string): readonly RoundSketch[] => [
    {
      before: ['0'],
      others: { rows: '100' },
      phases: [
        { acknowledged: 10, after: '10', others: { rows: '110' } },
        { acknowledged: 10, after: '20', others: { rows: after } },
      ],
    },
  ];

  it('passes where it is, and disagrees (CP107) where it is not', () => {
    expect(judge(rows('120'), alike)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(rows('119'), alike))).toEqual(['CP107']);
  });
});

describe('a number that is to stand still in one phase of a stock or an operation', () => {
  const still = (object: 'reservation' | 'effect' | 'quota') =>
    headerOf({
      object,
      expect: { readings: [{ reading: 'value', risesBy: '0', perPhase: false, phaseIndex: 1 }], unique: false },
    });
  const refused = (value: string, more: PhaseSketch = {}): readonly RoundSketch[] => [
    {
      before: ['0'],
      phases: [
        { acknowledged: 1, after: '0' },
        { rejected: 3, after: value, ...more },
      ],
    },
  ];

  it('may move by another cause than by refused writes that took effect', () => {
    expect(codesOf(judge(refused('2'), still('reservation')))).toContain('CP117');
    expect(codesOf(judge(refused('2'), still('reservation')))).not.toContain('CP103');
    expect(codesOf(judge(refused('1'), still('effect')))).toContain('CP114');
    expect(codesOf(judge(refused('1'), still('effect')))).not.toContain('CP103');
  });

  it('is moved by a refused write where it is the number that they move', () => {
    expect(codesOf(judge(refused('2'), still('quota')))).toContain('CP107');
  });

  it('stands still, or unknown writes leave it open', () => {
    for (const object of ['reservation', 'effect'] as const) {
      expect(codesOf(judge(refused('0'), still(object))).filter((code) => !code.startsWith('CP3'))).toEqual([]);
      const open = judge(refused('1', { unknown: 2 }), still(object));
      expect(open.verdict).toBe('inconclusive');
    }
  });
});
