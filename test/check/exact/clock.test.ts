import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ALL_RECORDED, judge } from '../../../src/check/exact/judge.ts';
import { doings, executed } from '../../support/executions.ts';
import { columnsFrom } from '../../support/small.ts';

it('A true execution is never accused, whatever clocks that are off by no more than they may be have made of it', () => {
  const skews = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(doings(60), skews, fc.nat(40), (doing, skew, error) => {
      const ops = executed(doing).map((op) => {
        const off = error * (skew[op.process] as number);
        return { ...op, start: op.start + off, end: op.end + off };
      });
      const machine = Int32Array.from(ops, ({ process }) => process);
      const clock = { machine, errorNs: () => error * (1 + 1e-9) };
      expect(judge(columnsFrom(ops), { ...ALL_RECORDED, clock }).verdict).toBe('linearizable');
      expect(judge(columnsFrom(ops), { startKnown: false, others: false, clock }).verdict).toBe('linearizable');
    }),
    { numRuns: 1_000 },
  );
});

it('Clocks that are further off make a true execution look wrong', () => {
  const ops = executed([
    { f: 'I', process: 0, amount: 1, before: 1, after: 1, unanswered: false },
    { f: 'R', process: 1, amount: 1, before: 1, after: 1, unanswered: false },
  ]).map((op) => (op.process === 1 ? { ...op, start: op.start - 20, end: op.end - 20 } : op));
  const within = (error: number) => {
    const clock = { machine: Int32Array.from([0, 1]), errorNs: () => error };
    return judge(columnsFrom(ops), { ...ALL_RECORDED, clock }).verdict;
  };
  expect(within(5)).toBe('violation');
  expect(within(10)).toBe('linearizable');
});
