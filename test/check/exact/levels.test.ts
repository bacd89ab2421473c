import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinBounds as bounded, hasConverged as convergent } from '../../../src/check/exact/levels/bounds.ts';
import { levelsOf } from '../../../src/check/exact/levels/levels.ts';
import { lanesOf } from '../../../src/check/exact/rows/lanes.ts';
import { hasConverged, isWithinBounds } from '../../histories/labels.ts';
import { isExplainable, type Small, seesSets } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { columnsFrom, inc, info, saw, smallHistories } from '../../support/small.ts';

/** The lanes of a history, each in its order. */
function lanesFrom(ops: readonly Small[]): readonly (readonly Small[])[] {
  const { lane, count } = lanesOf(columnsFrom(ops));
  return Array.from({ length: count }, (_, one) =>
    ops.filter((__, row) => lane[row] === one).sort((x, y) => x.start - y.start),
  );
}

describe.each([false, true])('the levels agree with their definitions (others write too: %s)', (others) => {
  const levels = (ops: readonly Small[]) => levelsOf(columnsFrom(ops), others);

  it('of each value alone, and of what was read in the end', () => {
    fc.assert(
      fc.property(smallHistories(), (ops) => {
        const { bounds, convergent } = levels(ops);
        expect({ bounds, convergent }).toEqual({
          bounds: isWithinBounds(ops, others),
          convergent: hasConverged(ops, others),
        });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('of one order, in true time or each client its own', () => {
    fc.assert(
      fc.property(smallHistories({ most: 6, instants: 12 }), (ops) => {
        const lanes = lanesFrom(ops);
        const before = (x: Small, y: Small): boolean =>
          x.end < y.start && lanes.some((lane) => lane.includes(x) && lane.includes(y));
        const { linearizable, sequential } = levels(ops);
        expect({ linearizable, sequential }).toEqual({
          linearizable: isExplainable(ops, { others }),
          sequential: isExplainable(ops, { others, before }),
        });
      }),
      { numRuns: runs(600) },
    );
  });

  it('of what each client sees', () => {
    // As many increments of others as the highest value takes.
    const foreign = others ? Array.from({ length: 4 }, () => info(0, 9)) : [];
    fc.assert(
      fc.property(smallHistories({ most: 5, instants: 12 }), (ops) => {
        fc.pre(ops.every(({ low }) => low <= 4));
        const sees = (own: boolean, grow: boolean): boolean =>
          lanesFrom(ops).every((lane) => seesSets(lane, [...ops, ...foreign], own, grow));
        const { session, ryw, mr } = levels(ops);
        expect({ session, ryw, mr }).toEqual({
          session: sees(true, true),
          ryw: sees(true, false),
          mr: sees(false, true),
        });
      }),
      { numRuns: runs(300) },
    );
  });
});

it('A client that is one of several keeps its own writes in view from its first operation on', () => {
  const stale = [inc(0, 1, 0), saw(0, 2, 3, 0), saw(0, 0, 1, 1), saw(0, 2, 3, 1)];
  expect(levelsOf(columnsFrom(stale))).toMatchObject({ session: false, ryw: false, mr: true, sequential: false });
});

it('No others write where nobody says so', () => {
  const unsent = columnsFrom([saw(1, 0, 1)]);
  expect(levelsOf(unsent)).toEqual(levelsOf(unsent, false));
  expect([bounded(unsent), convergent(unsent)]).toEqual([false, false]);
  expect([bounded(unsent, true), convergent(unsent, true)]).toEqual([true, true]);
});

it('Values that others have moved far take no more room than near ones', () => {
  const far = 2 ** 40;
  const all = { linearizable: true, sequential: true, session: true, ryw: true, mr: true, bounds: true };
  expect(levelsOf(columnsFrom([inc(0, 1), saw(far, 2, 3)]), true)).toMatchObject(all);
  const back = columnsFrom([saw(far, 0, 1, 0), saw(1, 2, 3, 1)]);
  expect(levelsOf(back, true)).toMatchObject({ linearizable: false, sequential: true });
});
