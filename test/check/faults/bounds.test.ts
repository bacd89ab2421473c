import { describe, expect, it } from 'vitest';
import type { Bounds, ReadingExpectation, SumExpectation } from '../../../src/history/history.ts';
import { headerOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const bounded = (bounds: Bounds & Partial<ReadingExpectation>, readings: readonly string[] = ['value']) =>
  headerOf({
    readings,
    expect: { readings: [{ reading: 'value', risesBy: null, perPhase: false, ...bounds }], unique: false },
  });
const rounds = (
  burst: string,
  spaced: string,
  others: Readonly<Record<string, string>> = {},
): readonly RoundSketch[] => [
  {
    before: ['0'],
    phases: [
      { acknowledged: 10, after: burst, others },
      { acknowledged: 10, after: spaced, others },
    ],
  },
];

describe('a value at rest and its bounds', () => {
  it.each([
    ['the number', { equals: '20' }],
    ['no less than it', { atLeast: '20' }],
    ['no more than it', { atMost: '20' }],
    ['what was acknowledged', { equals: 'acknowledged' }],
    ['between two', { atLeast: '0', atMost: '100' }],
  ])('passes within them: %s', (_, bounds) => {
    expect(judge(rounds('3', '20'), bounded(bounds))).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it.each([
    [{ equals: '21' }, /was 20, where just 21 was asked for/],
    [{ atLeast: '20.5' }, /where at least 20.5 was asked for/],
    [{ atMost: '19' }, /where at most 19 was asked for/],
    [{ equals: 'rejected' }, /where just rejected \(0\) was asked for/],
  ])('is outside them (CP114): %j', (bounds, message) => {
    expect(findingOf(judge(rounds('3', '20'), bounded(bounds)), 'CP114').message).toMatch(message);
  });

  it('is looked at after each phase, or after one', () => {
    const each = judge(rounds('3', '20'), bounded({ equals: 'acknowledged', perPhase: true }));
    expect(findingOf(each, 'CP114').phase).toBe('concurrent');
    expect(judge(rounds('3', '20'), bounded({ equals: '3', phaseIndex: 0 })).verdict).toBe('pass');
  });

  it('is in doubt (CP302) for a counter that an unknown write may bring there', () => {
    const [round] = rounds('10', '19');
    const unknown = {
      ...round,
      phases: [
        { acknowledged: 10, after: '10' },
        { acknowledged: 9, unknown: 1, after: '19' },
      ],
    };
    expect(codesOf(judge([unknown], bounded({ equals: '20' })))).toEqual(['CP302']);
    expect(codesOf(judge([unknown], { ...bounded({ equals: '20' }), object: 'custom' }))).toEqual(['CP114']);
    expect(codesOf(judge([unknown], bounded({ equals: '22' })))).toEqual(['CP114']);
  });

  it('is not told again where its writes are told of', () => {
    expect(codesOf(judge(rounds('1', '11'), bounded({ risesBy: 'acknowledged', equals: '20' })))).toEqual(['CP101']);
  });

  it('may be off by a share of the change', () => {
    expect(judge(rounds('3', '19'), bounded({ equals: '20', within: 0.05 })).verdict).toBe('pass');
    expect(codesOf(judge(rounds('3', '18'), bounded({ equals: '20', within: 0.05 })))).toEqual(['CP114']);
  });

  it('is not judged where it could not be had (CP308)', () => {
    const failed = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '10' },
          { acknowledged: 10, after: null },
        ],
      },
    ];
    expect(codesOf(judge(failed, bounded({ equals: '20' })))).toEqual(['CP308']);
  });
});

describe('a value and another one', () => {
  const alike = bounded({ equals: 'rows' }, ['value', 'rows']);

  it('passes where they are the same', () => {
    expect(judge(rounds('3', '20'), alike)).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('disagrees (CP107) where they are not', () => {
    const result = judge(rounds('3', '20', { rows: '19' }), alike);
    expect(codesOf(result)).toEqual(['CP107']);
    expect(findingOf(result, 'CP107').message).toMatch(
      /the value of value was 20, where just rows \(19\) was asked for/,
    );
  });

  it('is not compared where the other could not be had', () => {
    const result = judge(rounds('3', '20', { rows: 'NaN' }), alike);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).not.toContain('CP107');
  });
});

describe('readings that add up (CP107)', () => {
  const summed = (sum: Partial<SumExpectation> = {}) =>
    headerOf({
      object: 'quota',
      readings: ['a', 'b'],
      expect: {
        readings: [],
        unique: false,
        sums: [{ of: ['a', 'b'], equals: '100', perPhase: false, ...sum }],
      },
    });
  const round = (a: string, b: string): readonly RoundSketch[] => [
    {
      before: ['0'],
      others: { a: '100', b: '0' },
      phases: [
        { acknowledged: 10, after: '0', others: { a: '70', b: '30' } },
        { acknowledged: 10, after: '0', others: { a, b } },
      ],
    },
  ];

  it('passes where they do', () => {
    expect(judge(round('10', '90'), summed())).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('is found where they do not', () => {
    const result = judge(round('0', '240'), summed());
    expect(codesOf(result)).toEqual(['CP107']);
    expect(findingOf(result, 'CP107')).toMatchObject({ phase: null, silent: true });
    expect(findingOf(result, 'CP107').message).toMatch(/a and b were 0 and 240: they add up to 240, and 100 was/);
    expect(findingOf(judge(round('0', '240'), summed({ perPhase: true })), 'CP107').phase).toBe('spaced');
  });

  it('says so where they did not before the first write either', () => {
    expect(findingOf(judge(round('0', '240'), summed({ equals: '99' })), 'CP107').argument).toMatch(
      /before the first write/,
    );
  });

  it('is in doubt where one of them could not be had', () => {
    const result = judge(round('0', 'x'), summed());
    expect(result.verdict).toBe('inconclusive');
  });
});
