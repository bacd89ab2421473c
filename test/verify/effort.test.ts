import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterAny, beforeAny } from '../../src/verify/case.ts';
import { isBefore, viewOf } from '../../src/verify/counter.ts';
import { holds } from '../../src/verify/verify.ts';
import { times } from '../check/objects/recorded.ts';
import { counter, historyFrom } from '../support/saved.ts';
import { inc, saw, smallHistories } from '../support/small.ts';

const proof = { ...counter, initial: '0', order: [] };

it('tells what comes after or before one of some, as looking at each of them does', () => {
  fc.assert(
    fc.property(smallHistories({ most: 6, instants: 8 }), fc.constantFrom(0, 1, 2), (ops, errorNs) => {
      const view = viewOf(historyFrom(ops, { errorNs }), proof);
      const all = [...view.operations.values()];
      for (const some of [[], all.slice(0, 2), all.slice(1), all]) {
        for (const one of all) {
          expect(afterAny(some, view)(one)).toBe(some.some((other) => isBefore(other, one, view)));
          expect(beforeAny(some, view)(one)).toBe(some.some((other) => isBefore(one, other, view)));
        }
      }
    }),
  );
});

describe('a certificate of great size is refused, and soon', () => {
  const N = 20_000;
  const history = historyFrom([
    ...times(N, (i) => inc(2 * i, 2 * i + 1)),
    ...times(N, (i) => saw(0, i, 3 * N + i)),
    saw(3, 0, 3 * N),
  ]);
  const [writes, reads] = [times(N, (i) => i), times(N, (i) => N + i)];
  const isHeld = (form: string, floors: readonly number[], increments: readonly number[], ceilings = floors): boolean =>
    holds(history, { counter: { ...counter, returns: false, witness: { form, floors, increments, ceilings } } });

  it.each(['lost', 'overflow', 'jump', 'impossible'])('where it names very many (%s)', (form) => {
    expect(isHeld(form, reads, form === 'lost' || form === 'overflow' ? writes : [])).toBe(false);
  });

  it('where very many sums are to be followed up', () => {
    expect(isHeld('unreachable', [2 * N], [], [])).toBe(false);
  });

  it('where very many orders are to be tried, of very long numbers', () => {
    const many = 4_000;
    const burst = historyFrom([...times(many, () => inc(0, 9)), saw(3, 0, 9)]);
    const operations = burst.operations.map((one, i) =>
      one.f === 'read' ? one : { ...one, amount: String(2n ** BigInt(i % 90) * 10n ** 900n) },
    );
    const witness = { form: 'unordered', floors: [], increments: writes.slice(0, 23), ceilings: [many] };
    const large = { ...burst, operations };
    expect(holds(large, { counter: { ...counter, returns: false, witness } })).toBe(false);
    const all = { ...witness, increments: writes.slice(0, many) };
    expect(holds(large, { counter: { ...counter, returns: false, witness: all } })).toBe(false);
  });
});
