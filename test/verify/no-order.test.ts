import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReservation } from '../../src/check/objects/reservation.ts';
import { proofOfAmounts } from '../../src/check/proof/amounts.ts';
import type { Operation } from '../../src/history/operation.ts';
import { holds } from '../../src/verify/verify.ts';
import { no, stockOf, times, yes } from '../check/objects/recorded.ts';
import { ofTheHold, stockOps, writtenStock } from '../check/objects/small.ts';
import { isLegalSomehow, type StockOp } from '../check/objects/stock-oracle.ts';
import { isExplainableInAmounts, type Small } from '../support/oracle.ts';
import { runs } from '../support/runs.ts';
import { counter, historyFrom } from '../support/saved.ts';
import { smallHistories } from '../support/small.ts';
import { everySet } from './forms.ts';

const THINGS = [['a'], ['b'], ['a', 'b'], ['b', 'c']];
const stocks = fc.oneof(
  stockOps(THINGS, false),
  stockOps(THINGS, true).map(ofTheHold),
  stockOps([['a']], false),
  stockOps([['a']], true).map(ofTheHold),
);
/** A release may name a hold that nobody was granted: it gives nothing back. */
const withStrays = fc.oneof(stocks, stockOps([['a']], true), stockOps(THINGS, true));
const written = (ops: readonly StockOp[]): readonly Operation[] =>
  ops.map((op, id) => ({ ...writtenStock(op), id, process: `p${id}`, session: `s${id}` }));
const isProven = (operations: readonly Operation[], limit: number, writes: readonly number[]): boolean =>
  holds(
    { header: stockOf(limit), operations, marks: [] },
    { finding: { code: 'CP119', proof: { form: 'no-order', writes } } },
  );

describe.each([1, 2])('of a stock of %i', (limit) => {
  it('every contradiction that a search finds is proven by as few writes as do it', () => {
    let found = 0;
    fc.assert(
      fc.property(stocks, (ops) => {
        const operations = written(ops);
        for (const { code, proof } of judgeReservation(stockOf(limit), operations)) {
          if (code !== 'CP119' || proof?.form !== 'no-order') continue;
          found += 1;
          const { writes } = proof;
          expect({ ops, writes, isProven: isProven(operations, limit, writes) }).toEqual({
            ops,
            writes,
            isProven: true,
          });
          for (const one of writes)
            expect({
              ops,
              one,
              isProven: isProven(
                operations,
                limit,
                writes.filter((id) => id !== one),
              ),
            }).toEqual({
              ...{ ops, one },
              isProven: false,
            });
        }
      }),
      { numRuns: 4_000, seed: 7 },
    );
    expect(found).toBeGreaterThan(5);
  });

  it('no writes at all prove that a right one has no order', () => {
    fc.assert(
      fc.property(withStrays, (ops) => {
        if (!isLegalSomehow(ops, limit)) return;
        const operations = written(ops);
        for (const writes of everySet([...ops.keys()]))
          if (isProven(operations, limit, writes)) expect({ ops, writes }).toBe('refused');
      }),
      { numRuns: runs(150) },
    );
  });
});

it('a release of a hold that nobody was granted gives nothing back', () => {
  const sold = [yes('reserve', 0, 1, { hold: 'a' }), yes('release', 2, 3, { hold: 'x' }), no('reserve', 4, 5)];
  expect(
    isProven(
      sold.map((one, id) => ({ ...one, id })),
      1,
      [0, 1, 2],
    ),
  ).toBe(false);
});

it('takes as many operations and states as it says, however many are left out', () => {
  const items = times(3_000, (i) => `t${i}`);
  const few = [...times(20, () => yes('reserve', 0, 9, { items })), ...times(4, () => yes('release', 0, 9, { items }))];
  const rest = times(2_000, () => yes('reserve', 0, 9, { items: ['t0'] }));
  const all = [...few, ...rest].map((one, id) => ({ ...one, id }));
  expect(isProven(all, 5, [...few.keys()])).toBe(false);
  expect(isProven(all, 5, [...all.keys()])).toBe(false);
});

type Sized = Small & { readonly amount: number };
const sized = fc
  .tuple(smallHistories({ most: 5, instants: 6 }), fc.infiniteStream(fc.constantFrom(1, 2, 3, 5)))
  .map(([ops, amounts]): readonly Sized[] =>
    ops.map((op) => ({ ...op, ...(op.f === 'R' ? { high: op.low } : {}), amount: amounts.next().value ?? 1 })),
  );
const recorded = (ops: readonly Sized[], errorNs = 0) => {
  const { operations, ...more } = historyFrom(ops, { errorNs });
  const withAmounts = operations.map((one, i) =>
    one.f === 'read' ? one : { ...one, amount: String(ops[i]?.amount ?? 1) },
  );
  return { ...more, operations: withAmounts };
};
const witness = (ops: readonly Sized[], ids: readonly number[]) => ({
  ...counter,
  witness: {
    form: 'unordered',
    floors: [],
    increments: ids.filter((id) => ops[id]?.f !== 'R'),
    ceilings: ids.filter((id) => ops[id]?.f === 'R'),
  },
});

describe('of different amounts', () => {
  it('no operations at all prove that a right history has no order, whatever the clocks', () => {
    fc.assert(
      fc.property(sized, fc.constantFrom(0, 1), (ops, errorNs) => {
        const before = (x: Small, y: Small): boolean => x.end + (x.process === y.process ? 0 : 2 * errorNs) < y.start;
        if (!isExplainableInAmounts(ops, before)) return;
        const history = recorded(ops, errorNs);
        for (const ids of everySet([...ops.keys()]))
          if (holds(history, { counter: witness(ops, ids) })) expect({ ops, ids }).toBe('refused');
      }),
      { numRuns: runs(500) },
    );
  });

  it('a contradiction of an order is shown by as few as do it', () => {
    fc.assert(
      fc.property(sized, (ops) => {
        const history = recorded(ops);
        const proof = proofOfAmounts(history, counter);
        if (proof === null || !('witness' in proof) || proof.witness.form !== 'unordered') return;
        const ids = [...proof.witness.increments, ...proof.witness.ceilings];
        for (const one of ids)
          expect(
            holds(history, {
              counter: witness(
                ops,
                ids.filter((id) => id !== one),
              ),
            }),
          ).toBe(false);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
