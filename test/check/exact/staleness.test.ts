import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../src/check/exact/evidence.ts';
import { ageQuantiles, stalenessOf } from '../../../src/check/exact/staleness.ts';
import type { Small } from '../../support/oracle.ts';
import { columnsFrom, inc, saw, smallHistories } from '../../support/small.ts';

const aged = (ops: readonly Small[]) => {
  const columns = columnsFrom(ops);
  return stalenessOf(columns, evidenceOf(columns));
};

describe('the age that a share of all reads does not exceed', () => {
  // Three reads after two increments: one sees both, one lacks the last, one lacks both.
  const three = aged([inc(0, 1), inc(4, 5), saw(2, 10, 11), saw(1, 10, 11), saw(0, 10, 11)]);

  it.each([
    [0.01, 0, 0],
    [1 / 3, 0, 0],
    [0.34, 5, 1],
    [2 / 3, 5, 1],
    [0.67, 9, 2],
    [1, 9, 2],
  ])('of %d is that of a read', (share, deltaNs, k) => {
    expect(ageQuantiles([three])(share)).toEqual({ deltaNs, k });
  });

  it('is nothing where nothing was read', () => {
    expect(ageQuantiles([aged([inc(0, 1)])])(1)).toEqual({ deltaNs: 0, k: 0 });
  });

  it('is that of the sorted ages, fresh reads among them', () => {
    fc.assert(
      fc.property(smallHistories({ instants: 12 }), fc.integer({ min: 1, max: 20 }), (ops, twentieths) => {
        const staleness = aged(ops);
        expect(staleness.reads).toBe(ops.filter(({ f }) => f === 'R').length);
        const fresh = Array.from({ length: staleness.reads - staleness.stale.rows.length }, () => 0);
        const at = Math.ceil((twentieths / 20) * staleness.reads) - 1;
        const of = (ages: readonly number[]): number => [...fresh, ...ages].sort((a, b) => a - b)[at] ?? 0;
        expect(ageQuantiles([staleness])(twentieths / 20)).toEqual({
          deltaNs: of([...staleness.stale.deltaNs]),
          k: of([...staleness.stale.k]),
        });
      }),
      { numRuns: 500 },
    );
  });
});
