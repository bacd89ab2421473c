import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinct } from '../../../src/check/exact/rows/ascending.ts';
import { FirstRow } from '../../../src/check/exact/rows/first.ts';

const value = fc.oneof(fc.integer({ min: -4, max: 8 }), fc.constantFrom(2 ** 40, -(2 ** 40)));
const rows = fc.array(fc.nat(9));

describe('The row that a value came with first', () => {
  it('is what a map tells, for values near and far', () => {
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const [first, known] = [new FirstRow(5), new Map<number, number>()];
        values.forEach((one, row) => {
          expect(first.note(one, row)).toBe(known.get(one) ?? -1);
          if (!known.has(one)) known.set(one, row);
        });
      }),
    );
  });
});

describe('The rows of some lists', () => {
  it('are told once each, where they stand first', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        expect(distinct(10, a, b)).toEqual([...new Set([...a, ...b])]);
      }),
    );
  });
});
