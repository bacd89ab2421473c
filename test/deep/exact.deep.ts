import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinearizable } from '../../src/check/exact/core.ts';
import { evidenceOf } from '../../src/check/exact/evidence.ts';
import { ALL_RECORDED, judge } from '../../src/check/exact/judge.ts';
import { anomaliesOf, gravest } from '../../src/check/exact/labels.ts';
import { stalenessOf } from '../../src/check/exact/staleness.ts';
import { verify } from '../../src/verify/verify.ts';
import { doings, executed } from '../support/executions.ts';
import { named } from '../support/naive.ts';
import { isExplainable, type Small } from '../support/oracle.ts';
import { certify, chunksOf, historyFrom, textOf } from '../support/saved.ts';
import { columnsFrom, everyHistory, everyOperation, smallHistories } from '../support/small.ts';

const seed = Number(process.env.SEED ?? 1);

/** Goes on to the end, and tells the first few that disagree. */
class Disagreements {
  readonly first: (readonly Small[])[] = [];
  compared = 0;

  add(ops: readonly Small[], agrees: boolean): void {
    this.compared++;
    if (!agrees && this.first.length < 3) this.first.push(ops);
  }
}

describe('the verdict agrees with trying every order', () => {
  it('on every history of 4 operations over 4 instants', () => {
    const found = new Disagreements();
    for (const ops of everyHistory(everyOperation(4, [-1, 0, 1, 2, 3, 4, 5], null), 4)) {
      found.add(ops, isLinearizable(columnsFrom(ops)) === isExplainable(ops));
    }
    expect(found.compared).toBeGreaterThan(20_000_000);
    expect(found.first).toEqual([]);
  });

  it.each([0, 1, 2, 3])('on every history of 4 operations over 2 instants with the limit %i', (limit) => {
    const found = new Disagreements();
    for (const ops of everyHistory(everyOperation(2, [-1, 0, 1, 2, 3, 4, 5], limit), 4)) {
      found.add(ops, isLinearizable(columnsFrom(ops, limit)) === isExplainable(ops, { limit }));
    }
    expect(found.first).toEqual([]);
  });

  it.each([
    [2_000_000, undefined],
    [500_000, 2],
    [500_000, 4],
  ])('on %i random histories of up to 8 operations, with the limit %s', (numRuns, limit) => {
    const found = new Disagreements();
    const bound = limit === undefined ? {} : { limit };
    fc.assert(
      fc.property(smallHistories({ most: 8, ...bound }), (ops) => {
        found.add(ops, isLinearizable(columnsFrom(ops, limit)) === isExplainable(ops, bound));
      }),
      { numRuns, seed },
    );
    expect(found.first).toEqual([]);
  });
});

it('names and ages agree with the definitions on random histories', () => {
  for (const limit of [undefined, 2]) {
    fc.assert(
      fc.property(smallHistories({ most: 8, ...(limit === undefined ? {} : { limit }) }), (ops) => {
        const columns = columnsFrom(ops, limit);
        const evidence = evidenceOf(columns);
        const { exact, maxDeltaNs, maxK } = stalenessOf(columns, evidence);
        const anomaly = gravest(anomaliesOf(columns, evidence));
        expect({ anomaly, exact, maxDelta: maxDeltaNs, maxK }).toEqual(named(ops, limit));
      }),
      { numRuns: 200_000, seed },
    );
  }
});

it('true executions are never accused, whatever clocks within their error have made of them', () => {
  const skews = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(doings(40), skews, fc.nat(40), (doing, skew, error) => {
      const ops = executed(doing).map((op) => {
        const off = error * (skew[op.process] as number);
        return { ...op, start: op.start + off, end: op.end + off };
      });
      const machine = Int32Array.from(ops, ({ process }) => process);
      const clock = { machine, errorNs: () => error * (1 + 1e-9) };
      expect(judge(columnsFrom(ops), { ...ALL_RECORDED, clock }).verdict).toBe('linearizable');
    }),
    { numRuns: 200_000, seed },
  );
});

it('every certificate is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(smallHistories({ most: 10, limit: 4 }), fc.constantFrom(undefined, 4), async (ops, limit) => {
      const history = historyFrom(
        ops.filter(({ f }) => limit !== undefined || f !== 'X'),
        limit === undefined ? {} : { limit },
      );
      expect(await verify(chunksOf(textOf(history)), certify(history))).toMatchObject({ accepted: true });
    }),
    { numRuns: 50_000, seed },
  );
});
