import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../src/check/exact/columns.ts';
import { ALL_RECORDED, type Circumstances, decide, judge } from '../../../src/check/exact/judge.ts';
import { sizeOf, type Witness } from '../../../src/check/exact/witness/witness.ts';
import { isExplainable, type Rules, type Small } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { columnsFrom, everyHistory, everyOperation, inc, refusal, saw, smallHistories } from '../../support/small.ts';

/** What the rest becomes when only some operations may be used: reads vanish, increments may not have happened. */
function weakened(ops: readonly Small[], kept: ReadonlySet<number>): readonly Small[] {
  return ops.flatMap((op, row): Small[] => {
    if (kept.has(row)) return [op];
    if (op.f === 'R' || op.f === 'X') return [];
    return [{ ...op, f: 'I', certain: false, low: 0, high: Number.POSITIVE_INFINITY }];
  });
}

const rowsOf = ({ floors, increments, ceilings }: Witness): readonly number[] => [
  ...floors,
  ...increments,
  ...ceilings,
];

/** The order is legal, holds every certain operation once, and keeps what ended before another began. */
function replays(columns: Columns, order: Int32Array, start: number): boolean {
  let value = start;
  const taken = new Set(order);
  if (taken.size !== order.length) return false;
  for (let row = 0; row < columns.size; row++) if (columns.certain[row] === 1 && !taken.has(row)) return false;
  for (const [i, row] of order.entries()) {
    if (columns.kind[row] === 0 || columns.kind[row] === 1) value += 1;
    if (value > Math.max(columns.limit, start)) return false;
    if (columns.kind[row] === 1 && columns.low[row] !== value) return false;
    if (columns.kind[row] === 2 && !((columns.low[row] as number) <= value && value <= (columns.high[row] as number)))
      return false;
    if (columns.kind[row] === 3 && value < columns.limit) return false;
    if (order.subarray(0, i).some((earlier) => (columns.end[row] as number) < (columns.start[earlier] as number)))
      return false;
  }
  return true;
}

function proves(ops: readonly Small[], limit = Number.POSITIVE_INFINITY): boolean {
  const columns = columnsFrom(ops, limit);
  const judgement = judge(columns);
  if (judgement.verdict === 'linearizable') return judgement.start === 0 && replays(columns, judgement.order, 0);
  if (judgement.verdict === 'unknown') return false;
  return !isExplainable(weakened(ops, new Set(rowsOf(judgement.witness))), { limit });
}

function smallestBySearch(ops: readonly Small[], limit: number): number {
  for (let size = 0; size <= ops.length; size++) {
    for (let set = 0; set < 1 << ops.length; set++) {
      const kept = [...ops.keys()].filter((row) => set & (1 << row));
      if (kept.length === size && !isExplainable(weakened(ops, new Set(kept)), { limit })) return size;
    }
  }
  return Number.POSITIVE_INFINITY;
}

describe('the verdict is proven', () => {
  it('by an order that replays, or by operations that contradict each other whatever the others did', () => {
    for (const size of [1, 2, 3]) {
      for (const ops of everyHistory(everyOperation(3, [-1, 0, 1, 2, 3, 4], null), size)) {
        if (!proves(ops)) expect(ops).toBe('proven');
      }
    }
  });

  it.each([Number.POSITIVE_INFINITY, 0, 1, 2, 3])('in random histories with the limit %d', (limit) => {
    const mix = limit === Number.POSITIVE_INFINITY ? {} : { limit };
    fc.assert(
      fc.property(smallHistories(mix), (ops) => {
        expect(proves(ops, limit)).toBe(true);
      }),
      { numRuns: runs(800) },
    );
  });

  // About one in ten thousand has one operation more than the smallest of all, though none that could be left out.
  it.each([Number.POSITIVE_INFINITY, 2])('by hardly ever more operations than it takes, with the limit %d', (limit) => {
    const mix = { most: 6, ...(limit === 2 ? { limit } : {}) };
    let larger = 0;
    fc.assert(
      fc.property(smallHistories(mix), (ops) => {
        const judgement = judge(columnsFrom(ops, limit));
        if (judgement.verdict !== 'violation') return;
        const [size, smallest] = [sizeOf(judgement.witness), smallestBySearch(ops, limit)];
        expect(size).toBeGreaterThanOrEqual(smallest);
        expect(size).toBeLessThanOrEqual(smallest + 1);
        if (size > smallest) larger += 1;
      }),
      { numRuns: runs(600), endOnFailure: true },
    );
    expect(larger).toBeLessThan(4);
  });
});

const anyOf = (starts: readonly number[], ops: readonly Small[], rules: Rules): boolean =>
  starts.some((start) =>
    isExplainable(
      ops.map((op) => (op.f === 'I' ? op : { ...op, low: op.low - start, high: op.high - start })),
      // Where it is above the limit already it goes no higher.
      { ...rules, limit: Math.max(0, (rules.limit ?? Number.POSITIVE_INFINITY) - start) },
    ),
  );

const around = Array.from({ length: 24 }, (_, i) => i - 12);

describe('with other circumstances the verdict agrees with trying every order', () => {
  /** `explained`: by trying; what contradicts must do so whatever the other operations did. */
  const check = (
    ops: readonly Small[],
    circumstances: Circumstances,
    explained: (ops: readonly Small[]) => boolean,
    limit?: number,
  ): void => {
    const columns = columnsFrom(ops, limit);
    const judgement = judge(columns, circumstances);
    const right = explained(ops);
    expect([decide(columns, circumstances), judgement.verdict]).toEqual([right, right ? 'linearizable' : 'violation']);
    if (judgement.verdict === 'violation') {
      expect(explained(weakened(ops, new Set(rowsOf(judgement.witness))))).toBe(false);
    }
    if (judgement.verdict === 'linearizable' && !circumstances.others && circumstances.clock === null) {
      expect(replays(columns, judgement.order, judgement.start)).toBe(true);
    }
  };

  it.each([undefined, 2])('where others write too (limit %s)', (limit) => {
    const others = { ...ALL_RECORDED, others: true };
    fc.assert(
      fc.property(smallHistories(limit === undefined ? {} : { limit }), (ops) => {
        const rules = { others: true, ...(limit === undefined ? {} : { limit }) };
        check(ops, others, (all) => isExplainable(all, rules), limit);
      }),
      { numRuns: runs(800) },
    );
  });

  it.each([undefined, 3])('where the start is not known (limit %s)', (limit) => {
    const unknown = { ...ALL_RECORDED, startKnown: false };
    fc.assert(
      fc.property(smallHistories({ most: 6, ...(limit === undefined ? {} : { limit }) }), (ops) => {
        check(ops, unknown, (all) => anyOf(around, all, limit === undefined ? {} : { limit }), limit);
      }),
      { numRuns: runs(600) },
    );
  });

  it.each([undefined, 3])('where others write too and the start is not known (limit %s)', (limit) => {
    const loose = { startKnown: false, others: true, clock: null };
    fc.assert(
      fc.property(smallHistories({ most: 5, ...(limit === undefined ? {} : { limit }) }), (ops) => {
        const rules = { others: true, ...(limit === undefined ? {} : { limit }) };
        check(ops, loose, (all) => anyOf(around, all, rules), limit);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([0, 0.5, 1, 3])('where clocks of different machines may be %d off', (error) => {
    fc.assert(
      fc.property(smallHistories({}), fc.boolean(), fc.boolean(), (ops, own, others) => {
        const machine = Int32Array.from(ops, ({ process }) => process);
        const errorNs = (one: number): number => (own ? error * one : error);
        const before = (x: Small, y: Small): boolean =>
          x.process === y.process ? x.end < y.start : x.end + errorNs(x.process) < y.start - errorNs(y.process);
        const clocks = { ...ALL_RECORDED, others, clock: { machine, errorNs } };
        check(ops, clocks, (all) => isExplainable(all, { before, others }));
      }),
      { numRuns: runs(600) },
    );
  });
});

it('What increments are left above the limit is told of where it was reached, not of a gap that others may fill', () => {
  const ops = [saw(0, 0, 0), inc(2, 2), refusal(3, 0, 1), inc(1, 1)];
  expect(judge(columnsFrom(ops, 3), { startKnown: false, others: true, clock: null })).toMatchObject({
    witness: { form: 'overflow', floors: [2], increments: [1] },
  });
});

describe('a value further away than numbers count', () => {
  const verdict = (value: number, startKnown: boolean, others: boolean) => {
    const columns = columnsFrom([inc(0, 1), saw(value, 2, 3)]);
    const circumstances = { ...ALL_RECORDED, startKnown, others };
    return [decide(columns, circumstances), judge(columns, circumstances).verdict];
  };
  const [unknown, wrong] = [
    [null, 'unknown'],
    [false, 'violation'],
  ];

  it.each([
    [Number.POSITIVE_INFINITY, true, true, unknown],
    [Number.POSITIVE_INFINITY, false, true, unknown],
    [Number.NEGATIVE_INFINITY, false, true, unknown],
    [Number.NEGATIVE_INFINITY, true, true, wrong],
    [Number.POSITIVE_INFINITY, true, false, wrong],
    [Number.NEGATIVE_INFINITY, true, false, wrong],
  ])(
    '(%d, start known: %s, others write: %s) is unknown only where others may have made it',
    (value, known, others, is) => {
      expect(verdict(value, known, others)).toEqual(is);
    },
  );

  it('is judged like any other where it still is a number', () => {
    expect(verdict(2 ** 40, true, true)).toEqual([true, 'linearizable']);
    expect(verdict(2 ** 40, false, true)).toEqual([true, 'linearizable']);
    expect(verdict(2 ** 40, true, false)).toEqual(wrong);
  });
});
