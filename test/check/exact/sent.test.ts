import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBelow, countUpTo, NearBy } from '../../../src/check/exact/rows/sent.ts';

const value = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

describe('Counting values near the one before', () => {
  it('comes to what counting by halves does, whatever is asked in turn', () => {
    fc.assert(
      fc.property(
        fc.array(
          value.filter((one) => !Number.isNaN(one)),
          { maxLength: 40 },
        ),
        fc.array(value, { maxLength: 20 }),
        (values, asked) => {
          const ascending = Float64Array.from(values).sort();
          const near = new NearBy(ascending);
          for (const one of asked) {
            expect(near.upTo(one)).toBe(countUpTo(ascending, one));
            expect(near.below(one)).toBe(countBelow(ascending, one));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
