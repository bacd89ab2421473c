import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anomaliesFromAnyStart, nameFromAnyStart, stalenessFromAnyStart } from '../../../src/check/exact/any-start.ts';
import { levelsFromAnyStart } from '../../../src/check/exact/levels/any-start.ts';
import { lanesOf } from '../../../src/check/exact/rows/lanes.ts';
import { hasConverged, isWithinBounds } from '../../histories/labels.ts';
import { named } from '../../support/naive.ts';
import { isExplainable, type Small, seesSets } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { columnsFrom, got, inc, info, refusal, saw, smallHistories } from '../../support/small.ts';

const starts = Array.from({ length: 30 }, (_, i) => i - 15);

const from = (start: number, ops: readonly Small[]): readonly Small[] =>
  ops.map((op) => (op.f === 'I' ? op : { ...op, low: op.low - start, high: op.high - start }));

/** Each level by its definition, from every start value. */
function tried(ops: readonly Small[], limit = Number.POSITIVE_INFINITY) {
  const { lane, count } = lanesOf(columnsFrom(ops));
  const laneOf = new Map(ops.map((op, row) => [op, lane[row] as number]));
  const own = (x: Small, y: Small): boolean => x.end < y.start && laneOf.get(x) === laneOf.get(y);
  const any = (holds: (start: number, moved: readonly Small[]) => boolean): boolean =>
    starts.some((start) => holds(start, from(start, ops)));
  const sees = (mine: boolean, grow: boolean): boolean =>
    any((_, moved) =>
      Array.from({ length: count }, (__, one) =>
        moved.filter((___, row) => lane[row] === one).sort((x, y) => x.start - y.start),
      ).every((line) => seesSets(line, moved, mine, grow)),
    );
  const inOrder = (before?: (x: number, y: number) => boolean): boolean =>
    any((start, moved) => {
      const at = new Map(moved.map((op, row) => [op, row]));
      const rules = { limit: Math.max(0, limit - start) };
      if (before === undefined) return isExplainable(moved, rules);
      return isExplainable(moved, { ...rules, before: (x, y) => before(at.get(x) as number, at.get(y) as number) });
    });
  const converged = starts.map((start) => hasConverged(from(start, ops), false));
  return {
    linearizable: inOrder(),
    sequential: inOrder((x, y) => own(ops[x] as Small, ops[y] as Small)),
    ...{ session: sees(true, true), ryw: sees(true, false), mr: sees(false, true) },
    bounds: any((_, moved) => isWithinBounds(moved, false)),
    convergent: converged[0] === null ? null : converged.includes(true),
  };
}

describe('where the start is not known a level holds if some start value makes it hold', () => {
  it.each([undefined, 3])('as by trying each (limit %s)', (limit) => {
    const mix = { most: 5, instants: 12, ...(limit === undefined ? {} : { limit }) };
    fc.assert(
      fc.property(smallHistories(mix), (ops) => {
        expect(levelsFromAnyStart(columnsFrom(ops, limit))).toEqual(tried(ops, limit));
      }),
      { numRuns: runs(250) },
    );
  });

  it.each<[string, readonly Small[], number, boolean]>([
    ['a value above the limit may have been there from the start', [saw(10, 5, 6)], 9, true],
    ['but not where an increment was let in', [saw(10, 5, 6), inc(0, 9)], 9, false],
    ['nor where it was lower at some time', [saw(10, 5, 6), saw(8, 5, 6), info(0), info(0)], 9, false],
    ['a returned value is of an increment that was let in', [got(10, 0, 1)], 9, false],
    ['what was refused there was right', [saw(10, 5, 6), refusal(9, 0, 9)], 9, true],
  ])('%s', (_, ops, limit, holds) => {
    expect(levelsFromAnyStart(columnsFrom(ops, limit)).linearizable).toBe(holds);
  });
});

describe('where the start is not known a history is called by what holds whatever it was', () => {
  /** So many that nobody recorded, from a start value below all that was shown. */
  const withOthers = (ops: readonly Small[], limit = Number.POSITIVE_INFINITY): readonly [readonly Small[], number] => {
    const below = -1 - ops.filter(({ f }) => f === 'I' || f === 'T').length;
    const ghosts = Array.from({ length: 4 - below }, () => ({
      ...info(0),
      start: Number.NEGATIVE_INFINITY,
      process: 99,
    }));
    return [[...from(below, ops), ...ghosts], limit - below];
  };
  const few = smallHistories({ most: 5, ranges: false }).filter((ops) =>
    ops.every(({ f, low }) => f === 'I' || (low >= 0 && low <= 3)),
  );

  it('as with any number of increments that nobody recorded', () => {
    fc.assert(
      fc.property(few, (ops) => {
        const columns = columnsFrom(ops);
        fc.pre(!starts.some((start) => isExplainable(from(start, ops))));
        const found = anomaliesFromAnyStart(columns);
        const [all] = withOthers(ops);
        expect(found === null).toBe(isExplainable(all));
        if (found === null) return;
        const { anomaly } = named(all);
        const own = ops.filter((op) => op.certain && (op.f === 'I' || op.f === 'T'));
        // What only losses beside increments of others explain is called by what it shows.
        if (anomaly !== 'lost-update' && !found.has('lost-update')) expect(nameFromAnyStart(columns)).toBe(anomaly);
        if (found.has('lost-update')) expect(own.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(400) },
    );
  });

  it('and reads are no older than from the start value that makes them youngest', () => {
    fc.assert(
      fc.property(few, (ops) => {
        fc.pre(!starts.some((start) => isExplainable(from(start, ops))));
        const { exact, maxDeltaNs, maxK } = stalenessFromAnyStart(columnsFrom(ops));
        const all = starts.map((start) => named(from(start, ops))).filter((one) => one.exact);
        expect(exact).toBe(all.length > 0);
        if (!exact) return;
        expect(maxDeltaNs).toBe(Math.min(...all.map(({ maxDelta }) => maxDelta)));
        expect(maxK).toBe(Math.min(...all.map((one) => one.maxK)));
      }),
      { numRuns: runs(400) },
    );
  });

  it.each<[string, readonly Small[], string]>([
    ['a surplus from a lower start as well as a loss', [inc(3, 6), got(7, 9, 9), saw(9, 10, 13)], 'future-read'],
    ['a loss after what was read', [saw(5, 0, 1), inc(2, 3), inc(2, 3), saw(5, 4, 5)], 'lost-update'],
    ['a value given twice', [got(5, 0, 1), got(5, 2, 3)], 'lost-update'],
    ['a read that goes back', [saw(5, 0, 1), saw(4, 2, 3), info(0), inc(0, 9)], 'non-monotonic-read'],
    ['a returned value that goes back', [saw(5, 0, 1), got(4, 2, 3), info(0)], 'real-time-order'],
  ])('%s', (_, ops, name) => {
    expect(nameFromAnyStart(columnsFrom(ops))).toBe(name);
  });
});
