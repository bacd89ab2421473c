import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sorted } from '../../src/check/sorted.ts';

const time = fc.oneof(fc.nat(1_000), fc.constant(Number.POSITIVE_INFINITY));

describe('Sorting times', () => {
  it('is that of the platform, whatever order they are in, with equal ones and ones without end', () => {
    fc.assert(
      fc.property(fc.array(time, { maxLength: 300 }), (times) => {
        expect(sorted(Float64Array.from(times))).toEqual(Float64Array.from(times).sort());
      }),
    );
  });

  it('is so where they fall, and nothing is in its place', () => {
    const falling = Float64Array.from({ length: 5_000 }, (_, i) => 5_000 - i);
    expect(sorted(falling.slice())).toEqual(falling.slice().reverse());
  });
});
