import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidence } from '../../../src/check/statistics/confidence.ts';

/** P(at most k of n), term by term with whole binomials. */
function slowTail(k: number, n: number, p: number): number {
  let sum = 0;
  for (let i = 0; i <= k; i += 1) {
    let choose = 1;
    for (let j = 0; j < i; j += 1) choose = (choose * (n - j)) / (j + 1);
    sum += choose * p ** i * (1 - p) ** (n - i);
  }
  return sum;
}

describe('how often a round goes wrong', () => {
  it.each([
    // Clopper and Pearson's intervals, from tables.
    [1, 10, 0.0025, 0.445],
    [5, 10, 0.1871, 0.8129],
    [10, 10, 0.6915, 1],
    [20, 20, 0.8316, 1],
    [3, 20, 0.0321, 0.3789],
    [50, 1000, 0.0373, 0.0654],
  ])('%i of %i lies between %d and %d', (wrong, judged, low, high) => {
    const { wrongRoundRate, level } = confidence(wrong, judged);
    expect(level).toBe(0.95);
    expect(wrongRoundRate.low).toBeCloseTo(low, 4);
    expect(wrongRoundRate.high).toBeCloseTo(high, 4);
  });

  it('none of n is bounded by 1 - 0.05^(1/n), about 3/n', () => {
    expect(confidence(0, 20).wrongRoundRate).toEqual({ low: 0, high: 1 - 0.05 ** (1 / 20) });
    expect(confidence(0, 1000).wrongRoundRate.high).toBeCloseTo(0.003, 4);
    expect(confidence(0, 20).statement).toBe(
      '0 of 20 rounds went wrong: at 95 % confidence at most 13.9 % of such rounds do.',
    );
  });

  it('nothing judged says nothing', () => {
    expect(confidence(0, 0)).toMatchObject({
      level: 0.95,
      wrongRoundRate: { low: 0, high: 1 },
      statement: 'No round could be judged, so nothing is known about how often one goes wrong.',
    });
  });

  it('says both ends in words', () => {
    expect(confidence(20, 20).statement).toBe(
      '20 of 20 rounds went wrong: at 95 % confidence between 83.2 % and 100 % of such rounds do.',
    );
  });

  it('leaves 2.5 % on each side, whatever was seen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(60), (judged, some) => {
        const wrong = 1 + (some % (judged - 1));
        const { low, high } = confidence(wrong, judged).wrongRoundRate;
        expect(slowTail(wrong, judged, high)).toBeCloseTo(0.025, 6);
        expect(1 - slowTail(wrong - 1, judged, low)).toBeCloseTo(0.025, 6);
        expect(low).toBeLessThan(wrong / judged);
        expect(high).toBeGreaterThan(wrong / judged);
      }),
    );
  });

  it('does not break down for ten thousand rounds', () => {
    const { low, high } = confidence(5_000, 10_000).wrongRoundRate;
    expect(low).toBeCloseTo(0.4902, 3);
    expect(high).toBeCloseTo(0.5098, 3);
  });
});
