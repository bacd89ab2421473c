import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/check/diagnosis/diagnose.ts';
import type { Requirement } from '../../../src/check/diagnosis/requirement.ts';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import { doings, executed, type Sized } from '../../support/executions.ts';
import { isExplainableInAmounts, type Small } from '../../support/oracle.ts';
import { counter, historyFrom } from '../../support/saved.ts';
import { inc, saw } from '../../support/small.ts';

/** Process 0 and 1 of one machine, the others of another; different amounts. */
function judged(ops: readonly Sized[], errorNs: number): string | undefined {
  const { header, operations } = historyFrom(ops, { errorNs });
  const history = {
    header: { ...header, runId: 'imported' },
    operations: operations.map((one, i) => {
      const { amount, process } = ops[i] as Sized;
      return { ...one, machine: `m${process >> 1}`, ...(one.f === 'read' ? {} : { amount: `${amount}` }) };
    }),
    marks: [],
  };
  return diagnose(history.header, history.operations, counter)?.verdict;
}

/** A read that shows so much more. */
const misread = (op: Sized, off: number): Sized =>
  op.f === 'R' ? { ...op, low: op.low + off, high: op.high + off } : op;

const of = (amount: number, op: Small): Sized => ({ ...op, amount });

describe('different amounts on several machines', () => {
  it('forget nothing of the order within one', () => {
    const ops = [
      of(1, inc(1_000, 1_001, 0)),
      of(2, inc(1_001, 1_002, 1)),
      of(1, saw(3, 1_002, 1_005, 2)),
      of(1, saw(2, 1_003, 1_003, 0)),
      of(2, inc(1_003, 1_006, 1)),
    ];
    expect(judged(ops, 1)).not.toBe('linearizable');
    expect(judged(ops, 0)).toBe('violation');
  });

  it('are right where some order keeps that of each machine', () => {
    const ops = [of(1, inc(0, 10, 0)), of(2, inc(20, 30, 2)), of(1, saw(3, 15, 16, 0)), of(1, saw(3, 40, 41, 0))];
    expect(judged(ops, 0)).toBe('violation');
    expect(judged(ops, 20)).not.toBe('violation');
    expect(judged([of(1, inc(0, 10, 0)), of(2, inc(20, 30, 2)), of(1, saw(3, 40, 41, 0))], 20)).toBe('linearizable');
  });

  it('are never judged otherwise than by trying every order', () => {
    const histories = fc
      .tuple(doings(6, [1, 2]), fc.nat(9), fc.integer({ min: -12, max: 12 }), fc.nat(6), fc.constantFrom(0, 1))
      .map(([doing, which, by, errorNs, off]) => ({
        errorNs,
        ops: executed(doing).map((op, i) =>
          i === which ? misread({ ...op, start: op.start + by, end: Math.max(op.start + by, op.end) }, off) : op,
        ),
      }));
    const seen = new Set<string | undefined>();
    fc.assert(
      fc.property(histories, ({ ops, errorNs }) => {
        const before = (x: Small, y: Small): boolean =>
          x.end + (x.process >> 1 === y.process >> 1 ? 0 : 2 * errorNs) < y.start;
        const verdict = judged(ops, errorNs);
        seen.add(verdict);
        if (verdict === 'unknown') return;
        expect(verdict).toBe(isExplainableInAmounts(ops, before) ? 'linearizable' : 'violation');
      }),
      { numRuns: 1_500 },
    );
    expect(seen).toContain('linearizable');
    expect(seen).toContain('violation');
  });
});

describe('what one client did and saw', () => {
  /** Client 0 of one machine, client 2 of another. */
  const found = (ops: readonly Small[], required: Requirement, runId = 'imported') => {
    const { header, operations } = historyFrom(ops, { errorNs: 1_000 });
    const reads = { phase: 'before', phaseIndex: -1, role: 'before' as const };
    const own = operations.map((one, i) => ({
      ...one,
      machine: `m${(ops[i] as Small).process >> 1}`,
      ...(i === 0 && one.f === 'read' ? reads : {}),
    }));
    const { verdict, findings } = checkRecorded(
      {
        header: { ...header, runId, phases: header.phases.map((phase) => ({ ...phase, kind: 'spaced' as const })) },
        operations: own,
        marks: [],
      },
      required,
    );
    return [verdict, ...findings.map(({ code }) => code)];
  };
  const ryw: Requirement = { level: 'read-your-writes' };
  const last = [saw(1, 9_000, 9_001, 0), saw(1, 9_000, 9_001, 2)];

  it.each(['imported', 'run-1'])('is exact, however far its clock may be off (%s)', (runId) => {
    const late = [saw(0, 0, 1, 0), inc(5, 10, 0), saw(0, 20, 30, 0), ...last];
    expect(found(late, ryw, runId)).toEqual(['fail', 'CP113']);
    expect(found(late, { level: 'bounded', ms: 0.000005 }, runId)[0]).toBe('fail');
    if (runId === 'imported') expect(found(late, { level: 'eventual' }, runId)).toEqual(['pass']);
  });

  it('goes no further back than its clock tells', () => {
    const early = [saw(0, 0, 1, 0), inc(5, 10, 2), saw(0, 20, 30, 0), ...last];
    expect(found(early, { level: 'latest' })).toEqual(['pass']);
    const far = [saw(0, 0, 1, 0), inc(5, 10, 2), saw(0, 2_020, 2_030, 0), ...last];
    expect(found(far, { level: 'latest' })).toEqual(['fail', 'CP108']);
    expect(found(far, { level: 'bounded', ms: 0.001 })).toEqual(['pass']);
  });

  it('is not called fresh because another view of the times allows it', () => {
    const back = [saw(0, 0, 1, 0), inc(5, 2_000, 2), saw(1, 10, 20, 0), saw(0, 30, 40, 0), ...last];
    expect(found(back, ryw)).toEqual(['fail', 'CP109']);
  });
});
