import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { judgeObject, objectOf } from '../../../src/check/objects/object.ts';
import type { HistoryHeader } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { certified } from '../../support/certified.ts';
import { headerOf } from '../../support/history.ts';
import { maybe, no, quotaOf, stockOf, times, yes } from './recorded.ts';

const readings = { readings: [] };
const history = (header: HistoryHeader, operations: readonly Operation[]) => ({
  header,
  operations: operations.map((one, id) => ({ ...one, id })),
  marks: [],
});
const judged = (header: HistoryHeader, operations: readonly Operation[]) => {
  const saved = history(header, operations);
  return certified(saved, check(saved));
};
const faults = (header: HistoryHeader, operations: readonly Operation[]) =>
  judged(header, operations)
    .findings.map(({ code, silent }) => [code, silent])
    .filter(([code]) => !String(code).startsWith('CP3'));

describe('what a run shows of its object', () => {
  it.each([
    ['too many of a round', quotaOf(2, 'round', readings), times(3, () => yes('admit', 0, 5))],
    ['too many of an identity', quotaOf(2, 'identity', readings), times(3, () => yes('admit', 0, 5, { identity: 1 }))],
    ['too many of a window', quotaOf(1, '1000ms', readings), times(3, (i) => yes('admit', i, i + 1))],
  ])('is told once: %s', (_, header, operations) => {
    expect(faults(header, operations)).toEqual([['CP104', true]]);
  });

  it('is told once where a count says it too', () => {
    const counts = [{ count: 'acknowledged', equals: '1', perPhase: false }];
    const stock = stockOf(1, { ...readings, expect: { readings: [], unique: false, counts } });
    expect(faults(stock, [yes('reserve', 0, 5), yes('reserve', 0, 5)])).toEqual([['CP106', true]]);
  });

  it('is loud where somebody was refused', () => {
    const early = [no('admit', 0, 5), yes('admit', 6, 7), yes('admit', 8, 9)];
    expect(faults(quotaOf(2, 'round', readings), early)).toEqual([['CP105', false]]);
  });

  it('is nothing where all is right, or not known', () => {
    const right = [yes('reserve', 0, 5), no('reserve', 0, 5)];
    expect(faults(stockOf(1, readings), right)).toEqual([]);
    expect(faults(stockOf(1, readings), [maybe('reserve', 0), no('reserve', 0, 5)])).toEqual([]);
  });
});

it('judges no counter, and nothing of an object nobody knows', () => {
  const operations = times(3, () => yes('increment', 0, 5));
  for (const object of ['counter', 'custom'] as const) {
    expect(objectOf({ object })(headerOf({ object, limit: '1' }), operations)).toEqual([]);
    expect(judgeObject(history(headerOf({ object, limit: '1' }), operations))).toEqual([]);
  }
});
