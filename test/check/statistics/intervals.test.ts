import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidence } from '../../../src/check/statistics/confidence.ts';
import { anytime, firstWrong, roundsToSee } from '../../../src/check/statistics/intervals.ts';

/** P(N at most n) of a geometric N, by adding up. */
function slowGeometric(n: number, p: number): number {
  let sum = 0;
  for (let i = 1; i <= n; i += 1) sum += (1 - p) ** (i - 1) * p;
  return sum;
}

describe('a series that ends with its first wrong round', () => {
  it('leaves 2.5 % on each side of its length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), (n) => {
        const { low, high } = firstWrong(n);
        expect(slowGeometric(n, low)).toBeCloseTo(0.025, 9);
        expect(1 - slowGeometric(n - 1, high)).toBeCloseTo(0.025, 9);
      }),
    );
  });

  it('says nothing about the upper end when the first round was wrong', () => {
    expect(firstWrong(1)).toEqual({ low: expect.closeTo(0.025, 9), high: 1 });
  });

  it('is bounded more tightly from above than one wrong of a number fixed before, and alike from below', () => {
    const [fixed, ended] = [confidence(1, 50), confidence(1, 50, 'firstWrong')];
    expect(ended.wrongRoundRate.high).toBeLessThan(fixed.wrongRoundRate.high);
    expect(ended.wrongRoundRate.low).toBeCloseTo(fixed.wrongRoundRate.low, 9);
    expect(ended.statement).toMatch(/^1 of 50 rounds went wrong, and that ended the run: /);
  });

  it('holds the true rate at least 95 times of 100, over every length', () => {
    for (const p of [0.003, 0.02, 0.11, 0.3, 0.7]) {
      let held = 0;
      for (let n = 1; n < 10_000; n += 1) {
        const { low, high } = firstWrong(n);
        if (low <= p && p <= high) held += (1 - p) ** (n - 1) * p;
      }
      expect(held).toBeGreaterThanOrEqual(0.95);
    }
  });
});

describe('an interval that holds whenever it is looked at', () => {
  it('is wider than the exact one, and holds what was seen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 200 }), fc.nat(200), (judged, some) => {
        const wrong = 1 + (some % (judged - 1));
        const { low, high } = anytime(wrong, judged);
        expect(low).toBeLessThan(wrong / judged);
        expect(high).toBeGreaterThan(wrong / judged);
        const exact = confidence(wrong, judged).wrongRoundRate;
        expect(high - low).toBeGreaterThan(0.9 * (exact.high - exact.low));
      }),
    );
  });

  it('loses the true rate at some time in at most 5 of 100 series', () => {
    // Every series of 14 rounds, with the chance it has.
    for (const p of [0.1, 0.5]) expect(lostAtSomeTime(14, p)).toBeLessThanOrEqual(0.05);
  });
});

function lostAtSomeTime(rounds: number, p: number): number {
  const outside = (wrong: number, judged: number): boolean => {
    const { low, high } = anytime(wrong, judged);
    return p < low || p > high;
  };
  const after = (wrong: number, judged: number): number => {
    if (judged > 0 && outside(wrong, judged)) return 1;
    if (judged === rounds) return 0;
    return p * after(wrong + 1, judged + 1) + (1 - p) * after(wrong, judged + 1);
  };
  return after(0, 0);
}

describe('rounds needed', () => {
  it.each([
    [0.5, 5],
    [0.1, 29],
    [0.01, 299],
    [0.001, 2995],
    [1, 1],
  ])('to see a fault of rate %d are %i', (rate, rounds) => {
    expect(roundsToSee(rate)).toBe(rounds);
    expect((1 - rate) ** rounds).toBeLessThanOrEqual(0.05);
    if (rounds > 1) expect((1 - rate) ** (rounds - 1)).toBeGreaterThan(0.05);
  });

  it('are those after which none wrong bounds the rate', () => {
    expect(confidence(0, roundsToSee(0.01)).wrongRoundRate.high).toBeLessThanOrEqual(0.01);
    expect(confidence(0, roundsToSee(0.01) - 1).wrongRoundRate.high).toBeGreaterThan(0.01);
  });
});
