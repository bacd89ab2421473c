import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Proof } from '../../src/verify/certificate.ts';
import { contradict } from '../../src/verify/contradiction.ts';
import { viewOf } from '../../src/verify/counter.ts';
import { replay } from '../../src/verify/replay.ts';
import { isExplainable, type Small } from '../support/oracle.ts';
import { counter, historyFrom } from '../support/saved.ts';
import { smallHistories } from '../support/small.ts';
import { everyOrder, everyWitness, isRefused } from '../support/witnesses.ts';

const seed = Number(process.env.SEED ?? 1);
const isAnyStart = (ops: readonly Small[], limit: number, others: boolean): boolean =>
  Array.from({ length: 24 }, (_, i) => i - 12).some((start) =>
    isExplainable(
      ops.map((op) => (op.f === 'I' ? op : { ...op, low: op.low - start, high: op.high - start })),
      { limit: limit - start, others },
    ),
  );

it.each([
  [true, false],
  [true, true],
  [false, false],
  [false, true],
])('no witness at all is accepted for a linearizable history (start known: %s, others write: %s)', (known, others) => {
  let linearizable = 0;
  fc.assert(
    fc.property(smallHistories({ most: 4, instants: 5, limit: 3 }), (ops) => {
      const right = known ? isExplainable(ops, { limit: 3, others }) : isAnyStart(ops, 3, others);
      if (!right) return;
      linearizable++;
      const proof = { ...counter, others } as Proof;
      const view = viewOf(historyFrom(ops, { limit: 3, initial: known ? '0' : null }), proof);
      for (const witness of everyWitness(ops.length)) {
        if (!isRefused(() => contradict(view, witness, proof))) expect({ ops, witness }).toBe('refused');
      }
    }),
    { numRuns: 4_000, seed },
  );
  expect(linearizable).toBeGreaterThan(500);
});

it.each([false, true])('no order at all is accepted for a violation (others write: %s)', (others) => {
  let violations = 0;
  fc.assert(
    fc.property(smallHistories({ most: 5, instants: 6, limit: 3 }), (ops) => {
      if (isExplainable(ops, { limit: 3, others })) return;
      violations++;
      const how = { ...counter, others, initial: '0' };
      const view = viewOf(historyFrom(ops, { limit: 3 }), { ...how, order: [] });
      for (const order of everyOrder([...ops.keys()])) {
        if (!isRefused(() => replay(view, { ...how, order }))) expect({ ops, order }).toBe('refused');
      }
    }),
    { numRuns: 20_000, seed },
  );
  expect(violations).toBeGreaterThan(5_000);
});
