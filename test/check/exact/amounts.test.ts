import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAmounts, unitsOf } from '../../../src/check/exact/amounts/amounts.ts';
import { isLinearizable } from '../../../src/check/exact/core.ts';
import { doings, executed, type Sized } from '../../support/executions.ts';
import { isExplainableInAmounts, type Small } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { columnsFrom, got, inc, saw } from '../../support/small.ts';

const judge = (ops: readonly Sized[], budget?: number) =>
  judgeAmounts(
    columnsFrom(ops),
    Float64Array.from(ops, ({ amount }) => amount),
    budget,
  );

const plus = (amount: number, op: Small): Sized => ({
  ...op,
  amount,
  high: op.f === 'T' ? op.low - amount : op.high,
});

/** Right executions, some with one value changed or one interval moved. */
const histories = (amounts: readonly number[], most = 7) =>
  fc
    .tuple(doings(most, amounts), fc.nat(9), fc.integer({ min: -7, max: 7 }), fc.nat(2))
    .map(([doing, which, by, how]): readonly Sized[] =>
      executed(doing).map((op, i) => {
        if (i !== which || how === 0) return op;
        if (how === 1) return { ...op, start: op.start + by, end: Math.max(op.start + by, op.end) };
        return op.f === 'I' ? op : { ...op, low: op.low + by, high: op.high + by };
      }),
    );

function replays(ops: readonly Sized[], order: Int32Array): boolean {
  let value = 0;
  for (const [i, row] of order.entries()) {
    const op = ops[row] as Sized;
    if (order.subarray(0, i).some((earlier) => op.end < (ops[earlier] as Sized).start)) return false;
    if (op.f !== 'R') value += op.amount;
    if (op.f !== 'I' && op.low !== value) return false;
  }
  return ops.every((op, row) => !op.certain || order.includes(row));
}

describe('increments of different amounts', () => {
  it.each([[[1, 2]], [[2, 3, 5]], [[5, 7, 12]], [[10, 1]], [[4, 6]]])(
    '%j are judged as by trying every order',
    (amounts) => {
      fc.assert(
        fc.property(histories(amounts), (ops) => {
          const judgement = judge(ops);
          expect(judgement.verdict).toBe(isExplainableInAmounts(ops) ? 'linearizable' : 'violation');
          if (judgement.verdict === 'linearizable') expect(replays(ops, judgement.order)).toBe(true);
        }),
        { numRuns: runs(500) },
      );
    },
  );

  it('cannot be told apart by sums alone: what began later may have to come first', () => {
    expect(judge([plus(5, inc(3, 4)), plus(7, inc(7, 8)), plus(5, got(12, 4, 9))]).verdict).toBe('violation');
  });

  it('are not known to fit when the search ends early', () => {
    const ops = [3, 5, 7, 11].map((amount) => plus(amount, inc(0, 9)));
    expect(judge([...ops, plus(1, saw(12, 1, 2))], 2).verdict).toBe('unknown');
    expect(judge([...ops, plus(1, saw(12, 1, 2))]).verdict).toBe('linearizable');
  });

  it('of one amount are exact at any size', () => {
    const ops = Array.from({ length: 3_000 }, (_, i) => plus(1_000_000_007, inc(i, i + 50)));
    expect(judge([...ops, plus(1, saw(3_000 * 1_000_000_007, 4_000, 4_001))]).verdict).toBe('linearizable');
    expect(judge([...ops, plus(1, saw(2_999 * 1_000_000_007, 4_000, 4_001))]).verdict).toBe('violation');
    expect(judge([...ops, plus(1, saw(3_000 * 1_000_000_007 - 1, 4_000, 4_001))]).verdict).toBe('violation');
  });

  it('are wrong when they are wrong in single units', () => {
    fc.assert(
      fc.property(histories([1, 2, 3]), (ops) => {
        const units = unitsOf(
          columnsFrom(ops),
          Float64Array.from(ops, ({ amount }) => amount),
        );
        if (units !== null && !isLinearizable(units)) expect(judge(ops).verdict).toBe('violation');
      }),
    );
  });
});
