import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../src/check/exact/evidence.ts';
import { anomaliesOf, gravest } from '../../../src/check/exact/labels.ts';
import { levelsOf } from '../../../src/check/exact/levels/levels.ts';
import { fewestAdded, fewestStruck } from '../../../src/check/exact/repair.ts';
import { lanesOf } from '../../../src/check/exact/rows/lanes.ts';
import { stalenessOf } from '../../../src/check/exact/staleness.ts';
import { leastAdded, leastStruck, named } from '../../support/naive.ts';
import { isExplainable, type Small, seesSets } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { columnsFrom, smallHistories } from '../../support/small.ts';

const limits = [undefined, 1, 2, 3];
const mixOf = (limit: number | undefined) => (limit === undefined ? {} : { limit });

describe('the diagnosis agrees with the definitions', () => {
  it.each(limits)('in names and in staleness, with the limit %s', (limit) => {
    fc.assert(
      fc.property(smallHistories(mixOf(limit)), (ops) => {
        const columns = columnsFrom(ops, limit);
        const evidence = evidenceOf(columns);
        const { exact, maxDeltaNs, maxK } = stalenessOf(columns, evidence);
        const anomaly = gravest(anomaliesOf(columns, evidence));
        expect({ anomaly, exact, maxDelta: maxDeltaNs, maxK }).toEqual(named(ops, limit));
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(limits)('in the fewest increments struck out or added, with the limit %s', (limit) => {
    fc.assert(
      fc.property(smallHistories({ most: 6, ...mixOf(limit) }), (ops) => {
        const columns = columnsFrom(ops, limit);
        expect(fewestStruck(columns)).toBe(leastStruck(ops, limit));
        expect(fewestAdded(columns)).toBe(leastAdded(ops, limit));
      }),
      { numRuns: runs(120) },
    );
  });

  it('in the age of each read: that much younger, and nothing explains it; that much older, and it is no longer in the way', () => {
    fc.assert(
      fc.property(smallHistories({ instants: 12 }), (ops) => {
        const columns = columnsFrom(ops);
        const { exact, stale } = stalenessOf(columns, evidenceOf(columns));
        fc.pre(exact);
        const older = (by: (row: number) => number) => ops.map((op, row) => ({ ...op, start: op.start - by(row) }));
        const ofRows = (ages: Float64Array) => new Map([...stale.rows].map((row, i) => [row, ages[i] as number]));
        const deltas = ofRows(stale.deltaNs);
        expect(isExplainable(older((row) => deltas.get(row) ?? 0))).toBe(true);
        for (const row of stale.rows) {
          expect(isExplainable(older((other) => (deltas.get(other) ?? 0) - (other === row ? 0.5 : 0)))).toBe(false);
        }
        const wider = (by: (row: number) => number) => ops.map((op, row) => ({ ...op, high: op.high + by(row) }));
        const ks = ofRows(stale.k);
        expect(isExplainable(wider((row) => ks.get(row) ?? 0))).toBe(true);
        for (const row of stale.rows) {
          expect(isExplainable(wider((other) => (ks.get(other) ?? 0) - (other === row ? 1 : 0)))).toBe(false);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the levels agree with their definitions', () => {
  const laneOf = (ops: readonly Small[]): ReadonlyMap<Small, number> => {
    const { lane } = lanesOf(columnsFrom(ops));
    return new Map(ops.map((op, row) => [op, lane[row] as number]));
  };

  it('of one order that keeps each client its own', () => {
    fc.assert(
      fc.property(smallHistories({ instants: 12 }), (ops) => {
        const lane = laneOf(ops);
        const before = (x: Small, y: Small): boolean => lane.get(x) === lane.get(y) && x.end < y.start;
        expect(levelsOf(columnsFrom(ops)).sequential).toBe(isExplainable(ops, { before }));
      }),
      { numRuns: runs(400) },
    );
  });

  it.each([
    ['session', true, true],
    ['ryw', true, false],
    ['mr', false, true],
  ] as const)('of what each client sees: %s', (level, own, grow) => {
    fc.assert(
      fc.property(smallHistories({ most: 6, instants: 12 }), (ops) => {
        const lane = laneOf(ops);
        const lanes = [...new Set(lane.values())].map((one) =>
          ops.filter((op) => lane.get(op) === one).sort((x, y) => x.start - y.start),
        );
        expect(levelsOf(columnsFrom(ops))[level]).toBe(lanes.every((one) => seesSets(one, ops, own, grow)));
      }),
      { numRuns: runs(300) },
    );
  });

  it('and each contains the next', () => {
    fc.assert(
      fc.property(smallHistories({ instants: 12 }), (ops) => {
        const levels = levelsOf(columnsFrom(ops));
        if (levels.linearizable) expect(levels).toMatchObject({ sequential: true, bounds: true });
        if (levels.linearizable) expect(levels.convergent).not.toBe(false);
        if (levels.sequential) expect(levels.session).toBe(true);
        if (levels.session) expect(levels).toMatchObject({ ryw: true, mr: true });
      }),
    );
  });
});
