import { describe, expect, it } from 'vitest';
import { latencyCell, turnOf } from '../../src/compare/latency.ts';
import { measurement, WARMING } from '../../src/compare/measurements.ts';
import { atMostAt, median, medianBounds, quantile } from '../../src/compare/quantile.ts';
import type { Mark, StopMark } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { operation } from '../report/sample.ts';
import { base, measured } from './sample.ts';

const counting = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const scenario = measurement(base, 'timed', { rounds: 1, settleMs: 300, killCommand: null });

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

describe('the median', () => {
  it('is the middle, in whatever order the values come', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2.5, 0]);
  });

  it('lies between two of the values with 95 %, which the binomial of one half tells', () => {
    // Of 10 values, 2 * P(at most 1 below) is 0.021, and 2 * P(at most 2 below) is 0.109.
    expect(medianBounds(counting(10).toReversed())).toEqual({ low: 2, high: 9 });
    expect(medianBounds(counting(6))).toEqual({ low: 1, high: 6 });
    expect(medianBounds(counting(5))).toEqual({ low: null, high: null });
  });
});

/** One turn: so many writes took so long, after others that are not timed. */
const turn = (times: readonly number[], marks: readonly Mark[] = [], changes: Partial<Operation> = {}) => {
  const all = [...Array.from({ length: WARMING }, () => 999), ...times];
  const operations = all.map((ms, i) => operation({ invoke: i * 1e9, complete: i * 1e9 + ms * 1e6, ...changes }));
  return turnOf(measured(scenario, { verdict: 'pass' }, { operations, marks }));
};
const stopped = (why: StopMark['why'], message: string): StopMark => ({ stopped: true, round: 1, why, message });

describe('a turn of timed writes', () => {
  it('leaves out the first ones, and those that were not acknowledged', () => {
    expect(turn([3, 1, 2])).toEqual([1, 2, 3]);
    const why = `after the first ${WARMING} writes of a turn, which are not timed, none was acknowledged`;
    expect(turn([1], [], { counts: 'rejected' })).toEqual({ tested: false, why });
  });

  it('says what kept it from being had', () => {
    const none = (mark: Mark) => turn([], [mark]);
    expect(none(stopped('unanswered', 'none was answered'))).toEqual({ tested: false, why: 'none was answered' });
    expect(none({ setupFailed: true, round: 1, message: 'PUT was refused' })).toMatchObject({ why: 'PUT was refused' });
  });

  it('is none when it was cut short', () => {
    expect(turn([1, 2], [stopped('interrupted', 'the run was')])).toEqual({ tested: false, why: 'interrupted' });
  });
});

describe('the latency of writes', () => {
  it('is that of all turns', () => {
    const turns = Array.from({ length: 10 }, (_, i) => counting(30).map((n) => n + 30 * i));
    const cell = latencyCell({ turns, why: null });
    expect(cell).toMatchObject({ turns: 10, writes: 300, p50Ms: 150, p99Ms: 297, p99AtMostMs: 300 });
  });

  it('has no bound where they are few, and says why there are no more', () => {
    expect(latencyCell({ turns: [[1, 2, 3]], why: 'interrupted' })).toMatchObject({
      p99AtMostMs: null,
      bound: '3 writes in 1 turn: too few to bound p99 at 95 %; then interrupted',
    });
    expect(latencyCell({ turns: [], why: 'interrupted' })).toEqual({ tested: false, why: 'interrupted' });
  });
});
