import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeAmounts } from '../../src/check/exact/amounts/amounts.ts';
import { proofOfAmounts } from '../../src/check/proof/amounts.ts';
import type { History } from '../../src/history/history.ts';
import { holds } from '../../src/verify/verify.ts';
import { isExplainableInAmounts, type Small } from '../support/oracle.ts';
import { runs } from '../support/runs.ts';
import { counter, historyFrom, type Scale } from '../support/saved.ts';
import { columnsFrom, smallHistories } from '../support/small.ts';

type Sized = Small & { readonly amount: number };

const sized = fc
  .tuple(smallHistories({ most: 6, instants: 6, ranges: false }), fc.infiniteStream(fc.constantFrom(1, 2, 3, 5)))
  .map(([ops, amounts]): readonly Sized[] => ops.map((op) => ({ ...op, amount: amounts.next().value ?? 1 })));

const scales = fc.constantFrom<Scale>({}, { initial: '41' }, { initial: '90071992547409930' });

/** Values are steps from the start, so amounts are of steps. */
function written(ops: readonly Sized[], scale: Scale): History {
  const history = historyFrom(ops, scale);
  const operations = history.operations.map((one, i) =>
    one.f === 'read' ? one : { ...one, amount: String(ops[i]?.amount ?? 1) },
  );
  return { ...history, operations };
}

const withHigh = (ops: readonly Sized[]) =>
  columnsFrom(ops.map((op) => (op.f === 'T' ? { ...op, high: op.low - op.amount } : op)));

it('proves violations of different amounts, and nothing else', () => {
  let violations = 0;
  fc.assert(
    fc.property(sized, scales, (ops, scale) => {
      const history = written(ops, scale);
      const proof = proofOfAmounts(history, counter);
      const explained = isExplainableInAmounts(ops);
      if (!explained) violations += 1;
      if (proof === null) {
        expect({ ops, explained }).toEqual({ ops, explained: true });
        return;
      }
      expect({ ops, explained, holds: holds(history, { counter: proof }) }).toEqual({
        ops,
        explained: false,
        holds: true,
      });
      expect(
        judgeAmounts(
          withHigh(ops),
          Float64Array.from(ops, ({ amount }) => amount),
        ).verdict,
      ).not.toBe('linearizable');
    }),
    { numRuns: runs(1_500) },
  );
  expect(violations).toBeGreaterThan(500);
});
