import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeQuota } from '../../src/check/objects/quota.ts';
import { judgeReservation } from '../../src/check/objects/reservation.ts';
import { quotaOf, stockOf } from '../check/objects/recorded.ts';
import { ofTheHold, smallQuotas, stockOps, writtenQuota, writtenStock } from '../check/objects/small.ts';
import { isAnyPassed, isLegalSomehow } from '../check/objects/stock-oracle.ts';
import { isExplainable } from '../support/oracle.ts';

const seed = Number(process.env.SEED ?? 1);
const verdict = (findings: readonly object[]): string => (findings.length === 0 ? 'right' : 'wrong');

it('a quota is accused exactly where no order explains it, and with unheard writes nowhere else', () => {
  fc.assert(
    fc.property(smallQuotas, (ops) => {
      const found = judgeQuota(quotaOf(2), ops.map(writtenQuota));
      // An unheard write may have held a place for a while and been undone, which no order of calls says.
      if (found.length === 0 && ops.some(({ certain }) => !certain)) return;
      const is = isExplainable(ops, { limit: 2 }) ? 'right' : 'wrong';
      expect({ ops, is: verdict(found) }).toEqual({ ops, is });
    }),
    { numRuns: 300_000, seed },
  );
});

it.each([1, 2])(
  'a stock of one thing is accused exactly where no order explains it, nor a hold given back unseen (%i of it)',
  (limit) => {
    const one = fc.oneof(stockOps([['a']], false), stockOps([['a']], true).map(ofTheHold));
    fc.assert(
      fc.property(one, (ops) => {
        if (!isLegalSomehow(ops, limit) && isAnyPassed(ops)) return;
        const is = isLegalSomehow(ops, limit) ? 'right' : 'wrong';
        expect({ ops, is: verdict(judgeReservation(stockOf(limit), ops.map(writtenStock))) }).toEqual({ ops, is });
      }),
      { numRuns: 200_000, seed },
    );
  },
);

it('orders of several things are accused only where no order explains them', () => {
  const things = [['a'], ['b'], ['a', 'b'], ['b', 'c']];
  const several = fc.oneof(stockOps(things, false), stockOps(things, true).map(ofTheHold));
  fc.assert(
    fc.property(several, (ops) => {
      if (!isLegalSomehow(ops, 1)) return;
      expect({ ops, is: verdict(judgeReservation(stockOf(1), ops.map(writtenStock))) }).toEqual({ ops, is: 'right' });
    }),
    { numRuns: 200_000, seed },
  );
});
