import { describe, expect, it } from 'vitest';
import { latencyCell, withRatios } from '../../src/compare/latency.ts';
import { measurement } from '../../src/compare/measurements.ts';
import { atMostAt, quantile } from '../../src/compare/quantile.ts';
import type { ComparedRow } from '../../src/verdict/comparison.ts';
import { operation } from '../report/sample.ts';
import { base, measured } from './sample.ts';

const counting = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const scenario = measurement(base, 'latency', { rounds: 1, settleMs: 300, killCommand: null });
const taking = (times: readonly number[]) =>
  measured(
    scenario,
    { verdict: 'pass' },
    { operations: times.map((ms) => operation({ invoke: 0, complete: ms * 1e6 })) },
  );

describe('a quantile', () => {
  it('is the nearest rank', () => {
    expect([quantile(counting(10), 0.5), quantile(counting(100), 0.99)]).toEqual([5, 99]);
  });

  it('is bounded by a value above it, whatever the distribution', () => {
    // P(at most k of 20 below the median) is 0.9423 for 13 and 0.9793 for 14, whose bound is the 15th value.
    expect(atMostAt(counting(20), 0.5)).toBe(15);
  });

  it('of 99 % is bounded by the largest of 299 values, and by none of fewer', () => {
    expect([atMostAt(counting(299), 0.99), atMostAt(counting(298), 0.99)]).toEqual([299, null]);
  });
});

describe('the latency of writes', () => {
  it('is that of the acknowledged ones', () => {
    const cell = latencyCell(taking(counting(300)));
    expect(cell).toMatchObject({ writes: 300, p50Ms: 150, p99Ms: 297, p99AtMostMs: 300, ratio: null });
  });

  it('has no bound where they are few', () => {
    expect(latencyCell(taking([1, 2, 3]))).toMatchObject({
      p99AtMostMs: null,
      bound: expect.stringContaining('too few'),
    });
  });

  it('is compared with the fastest', () => {
    const row = (p50Ms: number): ComparedRow =>
      ({ skipped: null, answers: { latency: { ...latencyCell(taking([p50Ms])) } } }) as unknown as ComparedRow;
    const ratios = withRatios([row(4), row(2), { ...row(1), answers: null }]).map(({ answers }) =>
      answers?.latency.tested ? answers.latency.ratio : null,
    );
    expect(ratios).toEqual([2, 1, null]);
  });
});
