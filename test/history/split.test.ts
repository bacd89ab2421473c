import { describe, expect, it } from 'vitest';
import { counterOf, splitByKey } from '../../src/history/split.ts';
import { headerOf, historyOf } from '../support/history.ts';

const rounds = ['a', 'b', 'a'].map((key) => ({ key, before: ['0'], phases: [{ acknowledged: 2, after: ['2'] }] }));

describe('A history of several counters', () => {
  it('falls into one part a key, over all rounds', () => {
    const history = historyOf(rounds);
    const parts = splitByKey(history);
    expect(parts.map(({ key, round }) => [key, round])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    expect(parts[0]?.operations).toEqual(history.operations.filter(({ key }) => key === 'a'));
  });

  it('falls into one part a key and round where each round sets the number anew', () => {
    const parts = splitByKey(historyOf(rounds, headerOf({ setup: true })));
    expect(parts.map(({ key, round }) => [key, round])).toEqual([
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ]);
    expect(parts.every(({ operations }) => operations.length === 4)).toBe(true);
  });

  it('loses nothing', () => {
    const { header, operations } = historyOf(rounds, headerOf({ setup: true }));
    const all = splitByKey({ header, operations }).flatMap((part) => part.operations);
    expect(all.toSorted((a, b) => a.id - b.id)).toEqual(operations);
  });

  it('tells each counter by one object, so that columns can be kept by it', () => {
    const history = historyOf(rounds);
    const counters = history.operations.map(counterOf(history.header));
    expect(new Set(counters).size).toBe(2);
  });
});
