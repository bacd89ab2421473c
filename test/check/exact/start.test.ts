import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferInitial } from '../../../src/check/exact/start.ts';
import { isExplainable, type Small } from '../../support/oracle.ts';
import { columnsFrom, got, inc, info, refusal, saw, smallHistories } from '../../support/small.ts';

const from = (start: number, ops: readonly Small[]): readonly Small[] =>
  ops.map((op) => (op.f === 'I' ? op : { ...op, low: op.low - start, high: op.high - start }));

const infer = (ops: readonly Small[], limit?: number) => inferInitial(columnsFrom(ops, limit));

describe('the start value', () => {
  it.each<[string, readonly Small[], object | null]>([
    [
      'is what was read before all increments',
      [saw(5, 0, 1), inc(2, 3), inc(2, 3), saw(7, 4, 5)],
      { least: 5, most: 5 },
    ],
    ['lies where increments in flight leave it', [inc(0, 9), info(0), saw(5, 1, 2)], { least: 3, most: 5 }],
    ['lies below a value that was returned', [got(8, 0, 1)], { least: 7, most: 7 }],
    ['is nothing that explains a loss', [saw(5, 0, 1), inc(2, 3), saw(5, 4, 5)], null],
    ['lies just so that a refusal was right', [inc(0, 1), refusal(4, 2, 3)], { least: 3, most: 3 }],
  ])('%s', (_, ops, range) => {
    expect(infer(ops, ops.some(({ f }) => f === 'X') ? 4 : undefined)).toEqual(range);
  });

  it.each([undefined, 3])('is found as by trying each (limit %s)', (limit) => {
    const tried = Array.from({ length: 30 }, (_, i) => i - 15);
    fc.assert(
      fc.property(smallHistories({ most: 5, ...(limit === undefined ? {} : { limit }) }), (ops) => {
        fc.pre(ops.some(({ f }) => f !== 'I'));
        const right = tried.filter((start) =>
          isExplainable(from(start, ops), { limit: (limit ?? Number.POSITIVE_INFINITY) - start }),
        );
        const range = infer(ops, limit);
        expect(range === null).toBe(right.length === 0);
        if (range !== null) expect([range.least, Math.min(range.most, 14)]).toEqual([right[0], right.at(-1)]);
      }),
      { numRuns: 1_000 },
    );
  });
});
