import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judge } from '../../../src/check/exact/judge.ts';
import { circumstancesOf, columnsOf } from '../../../src/check/exact/operations.ts';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import { certificateFor } from '../../../src/cli/check/certify.ts';
import type { History } from '../../../src/history/history.ts';
import { holds } from '../../../src/verify/verify.ts';
import { isExplainable, isExplainableInAmounts, type Small } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { certify, historyFrom } from '../../support/saved.ts';
import { inc, saw, smallHistories } from '../../support/small.ts';

/** Times are of one clock; the limit is a value, wherever it lies. */
function falling(ops: readonly Small[], step: string, limit: number, initial: string | null = '5'): History {
  const { header, ...more } = historyFrom(ops, { step, initial, from: '5' });
  return { header: { ...header, runId: 'imported', limit: String(limit) }, ...more };
}

const steps = fc.constantFrom('-1', '-2', '-0.5');
const limits = fc.integer({ min: -4, max: 9 });

it('What only falls keeps to every limit, and is judged as if there were none', () => {
  fc.assert(
    fc.property(smallHistories({ limit: 2 }), steps, limits, (ops, step, limit) => {
      const history = falling(ops, step, limit);
      const columns = columnsOf(history.operations, { initial: '5', step, limit: String(limit), returns: true });
      const { verdict } = judge(columns, circumstancesOf(history.header, history.operations, columns, false));
      const isRight = isExplainable(ops.filter(({ f }) => f !== 'X'));
      expect(verdict).toBe(isRight ? 'linearizable' : 'violation');
    }),
    { numRuns: runs(300) },
  );
});

it.each(['5', null])('The verifier takes what is proven of it (from %s)', (initial) => {
  fc.assert(
    fc.property(smallHistories({ limit: 2 }), steps, limits, (ops, step, limit) => {
      const { header, ...more } = falling(ops, step, limit, initial);
      const history = { ...more, header: { ...header, runId: 'run' } };
      const [proof] = certify(history)?.counters ?? [];
      if (proof === undefined) throw new Error('no proof');
      expect(holds(history, { counter: proof })).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

it('A read below the limit, after one write down, is right', () => {
  const history = falling([inc(0, 1), saw(1, 2, 3)], '-1', 5);
  const result = checkRecorded(history, { level: 'latest' });
  expect(result.verdict).toBe('pass');
  expect(certificateFor({ history, sha256: '' }, result).certificate?.verdict).toBe('linearizable');
});

it('No amounts below 0 that some order explains under a limit are called wrong', () => {
  const amounts = fc.array(fc.constantFrom(-2, -1, 1, 2), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(smallHistories(), amounts, limits, (ops, sizes, limit) => {
      const down = ops.map((op, i) => {
        const amount = sizes[i % sizes.length] as number;
        return op.f === 'T' ? { ...op, low: op.low - 1 + amount, amount } : { ...op, high: op.low, amount };
      });
      fc.pre(down.some(({ f, amount }) => f !== 'R' && amount < 0));
      const { operations, ...more } = falling(down, '1', limit, '0');
      const history = {
        ...more,
        operations: operations.map((one, i) => ({
          ...one,
          value: one.value === null ? null : String((down[i] as Small).low),
          ...(one.f === 'read' ? {} : { amount: String(down[i]?.amount) }),
        })),
      };
      fc.pre(isExplainableInAmounts(down));
      expect(checkRecorded(history, { level: 'latest' }).verdict).not.toBe('fail');
    }),
    { numRuns: runs(300) },
  );
});
