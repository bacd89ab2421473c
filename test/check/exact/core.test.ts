import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinearizable } from '../../../src/check/exact/core.ts';
import { hasLegalSequence, isExplainable, type Small } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import {
  columnsFrom,
  everyHistory,
  everyOperation,
  got,
  inc,
  info,
  refusal,
  saw,
  smallHistories,
} from '../../support/small.ts';

const judge = (ops: readonly Small[], limit?: number): boolean => isLinearizable(columnsFrom(ops, limit));

describe('a history of one counter', () => {
  it.each<[string, readonly Small[]]>([
    ['nothing happened', []],
    ['a read sees each increment that was complete', [inc(0, 1), inc(2, 3), saw(2, 4, 5)]],
    ['a read sees one of two increments that overlap it', [inc(0, 5), inc(0, 5), saw(1, 2, 3)]],
    ['two operations touch, and stand the other way round', [inc(0, 2), saw(0, 2, 3)]],
    ['an increment without an answer is seen', [info(0), saw(1, 1, 2)]],
    ['an increment without an answer is never seen', [info(0), saw(0, 1, 2)]],
    ['returned values tell the order of increments that overlap', [got(2, 0, 5), got(1, 0, 5)]],
  ])('is explained where %s', (_, ops) => {
    expect(judge(ops)).toBe(true);
  });

  it.each<[string, readonly Small[]]>([
    ['an increment that was complete is not seen', [inc(0, 1), saw(0, 2, 3)]],
    ['a value was seen before its increment was sent', [saw(1, 0, 1), inc(2, 3)]],
    ['a later read shows less', [info(0), saw(1, 1, 2), saw(0, 3, 4)]],
    ['two increments returned the same value', [got(1, 0, 4), got(1, 1, 5)]],
    [
      'an increment after a floor is missing, though another may be late',
      [inc(0, 20), saw(1, 1, 2), inc(3, 4), saw(1, 5, 6)],
    ],
    ['a value lies below the start', [saw(-1, 0, 1)]],
    ['no steps make the value', [saw(Number.NaN, 0, 1)]],
  ])('is not where %s', (_, ops) => {
    expect(judge(ops)).toBe(false);
  });

  it('with a limit is explained up to the limit, and where a refusal came once it was reached', () => {
    expect(judge([inc(0, 1), refusal(1, 2, 3)], 1)).toBe(true);
    expect(judge([inc(0, 1), inc(0, 1)], 1)).toBe(false);
    expect(judge([refusal(1, 0, 1), inc(2, 3)], 1)).toBe(false);
  });
});

describe('the verdict agrees with trying every order', () => {
  it('on every history of up to 3 operations over 4 instants', () => {
    for (const size of [0, 1, 2, 3]) {
      const values = Array.from({ length: size + 3 }, (_, i) => i - 1);
      for (const ops of everyHistory(everyOperation(4, values, null), size)) {
        if (judge(ops) !== isExplainable(ops)) expect(ops).toBe('judged right');
      }
    }
  });

  it.each([0, 1, 2])('on every history of up to 3 operations over 3 instants with the limit %i', (limit) => {
    for (const size of [0, 1, 2, 3]) {
      for (const ops of everyHistory(everyOperation(3, [0, 1, 2, 3], limit), size)) {
        if (judge(ops, limit) !== isExplainable(ops, { limit })) expect(ops).toBe('judged right');
      }
    }
  });

  it('on random histories of up to 8 operations', () => {
    fc.assert(
      fc.property(smallHistories({ most: 8 }), (ops) => {
        expect(judge(ops)).toBe(isExplainable(ops));
      }),
      { numRuns: runs(1_500) },
    );
  });

  it.each([1, 2, 3])('on random histories with the limit %i', (limit) => {
    fc.assert(
      fc.property(smallHistories({ limit }), (ops) => {
        expect(judge(ops, limit)).toBe(isExplainable(ops, { limit }));
      }),
      { numRuns: runs(800) },
    );
  });

  it('and that agrees with writing every sequence down', () => {
    fc.assert(
      fc.property(smallHistories({ most: 5, limit: 3 }), (ops) => {
        expect(isExplainable(ops, { limit: 3 })).toBe(hasLegalSequence(ops, { limit: 3 }));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the verdict does not change', () => {
  it('when rows are shuffled, or all times are shifted', () => {
    const shifted = fc.tuple(smallHistories(), fc.integer({ min: -1e15, max: 1e15 }), fc.infiniteStream(fc.nat(1_000)));
    fc.assert(
      fc.property(shifted, ([ops, by, keys]) => {
        const order = ops.map((op) => ({ op, key: keys.next().value })).sort((a, b) => a.key - b.key);
        const moved = order.map(({ op }) => ({ ...op, start: op.start + by, end: op.end + by }));
        expect(judge(moved)).toBe(judge(ops));
      }),
    );
  });
});
