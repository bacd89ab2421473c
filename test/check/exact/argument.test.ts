import { describe, expect, it } from 'vitest';
import { argumentOf } from '../../../src/check/exact/argument.ts';
import { causeOf } from '../../../src/check/exact/cause.ts';
import { diagnose } from '../../../src/check/exact/diagnose.ts';
import { smallestWitness } from '../../../src/check/exact/smallest.ts';
import type { Small } from '../../support/oracle.ts';
import { columnsFrom, got, inc, info, refusal, saw } from '../../support/small.ts';

function argue(ops: readonly Small[], limit?: number): string {
  const columns = columnsFrom(ops, limit);
  const witness = smallestWitness(columns);
  return witness === null ? 'nothing is wrong' : argumentOf(columns, witness, (row) => `#${row}`);
}

describe('the argument', () => {
  it.each<[readonly Small[], string]>([
    [[got(1, 0, 4), got(1, 1, 5)], '#0 and #1 returned the same value: two acknowledged increments, one step.'],
    [[info(0), saw(1, 1, 2), saw(0, 3, 4)], '#1 was complete before #2 began, yet the later one shows less.'],
    [[saw(-1, 0, 1)], '#0 shows less than the start value.'],
    [
      [inc(0, 20), saw(1, 1, 2), inc(3, 4), saw(1, 5, 6)],
      'After #1, 1 increment was acknowledged before #3 began, which leaves room for 0: 1 missing.',
    ],
    [
      [inc(0, 1), inc(0, 1), inc(0, 1), saw(1, 5, 6)],
      'Since the start, 2 increments were acknowledged before #3 began, which leaves room for 1: 1 missing.',
    ],
    [[got(2, 0, 1)], '#0 shows 2 increments since the start, and only 1 increment can have been applied by then.'],
    [[saw(Number.NaN, 0, 1)], '#0 shows a value that no number of steps makes.'],
    [[inc(0, 1), inc(0, 1)], 'Since the start, 2 increments were admitted; the limit leaves room for 1.'],
    [
      [refusal(1, 1, 2), inc(3, 4)],
      '#0 shows 1 increment since the start, and only 0 increments can have been applied by then.',
    ],
    [[info(0), info(0), saw(2, 0, 1)], '#2 shows more than the limit.'],
  ])('%j', (ops, sentence) => {
    const isLimited = ops.some(({ f }) => f === 'X') || sentence.includes('limit');
    expect(argue(ops, isLimited ? 1 : undefined)).toBe(sentence);
  });
});

describe('the cause', () => {
  it.each<[string, readonly Small[], object | null]>([
    ['is none where nothing is wrong', [inc(0, 1), saw(1, 2, 3)], null],
    ['is an old read where that is enough', [inc(0, 1), saw(0, 2, 3), saw(1, 4, 5)], { kind: 'stale' }],
    ['is a lost increment where old reads are not', [inc(0, 1), got(1, 2, 3)], { kind: 'lost', count: 1 }],
    ['is an increment applied twice', [inc(0, 1), saw(2, 2, 3)], { kind: 'duplicated', count: 1 }],
    ['is the order alone', [got(2, 0, 1, 0), got(1, 2, 3, 1)], { kind: 'order' }],
    ['is nothing of these', [got(1, 0, 1), got(1, 2, 3)], { kind: 'unexplained' }],
  ])('%s', (_, ops, cause) => {
    expect(causeOf(columnsFrom(ops), null)).toEqual(cause);
    expect(diagnose(columnsFrom(ops)).cause).toEqual(cause);
  });

  it('is a refused increment that took effect, before all else', () => {
    const seen = saw(2, 2, 3);
    const strict = columnsFrom([inc(0, 1), seen]);
    expect(causeOf(strict, columnsFrom([inc(0, 1), info(0), info(0), seen]))).toEqual({
      kind: 'refused-applied',
      count: 1,
    });
    expect(causeOf(strict, columnsFrom([inc(0, 1), seen]))).toEqual({ kind: 'duplicated', count: 1 });
  });
});
