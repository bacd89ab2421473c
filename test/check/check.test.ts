import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { History } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { headerOf, historyOf } from '../support/history.ts';
import { codesOf, judge, tenAndTen } from '../support/verdicts.ts';

describe('the check of a history', () => {
  it('tells of each phase what was written, read and measured', () => {
    const result = judge([tenAndTen('0', '1', '11')]);
    expect(result.phases[0]).toMatchObject({
      round: 1,
      index: 0,
      kind: 'concurrent',
      name: 'concurrent',
      before: '0',
      after: '1',
      expected: { min: '10', max: '10' },
      observed: '1',
      lost: { min: 9, max: 9 },
      duplicated: { min: 0, max: 0 },
      writes: { sent: 10, acknowledged: 10, rejected: 0, unknown: 0, notSent: 0 },
      statusCodes: { 200: 10 },
      overlap: { maxInFlight: 10, releaseSpreadMs: 0.1, detectableWindowMs: expect.closeTo(0.0111, 4) },
      latencyMs: { p50: 6 },
      settledAfterMs: 1,
    });
    expect(result.phases[1]).toMatchObject({
      before: '1',
      after: '11',
      overlap: { maxInFlight: 1, releaseSpreadMs: null },
    });
    expect(result.staleness).toEqual({ reads: 5, staleReads: 0, maxBehind: 0, deltaMs: 0 });
  });

  it('leaves what it cannot know to others', () => {
    expect(judge([tenAndTen('0', '10', '20')])).toMatchObject({
      id: 'ten-increments-are-ten-increments',
      name: 'Ten increments are ten increments',
      file: null,
      history: null,
      replay: [],
      object: 'counter',
      require: 'eventual',
      target: { url: 'http://127.0.0.1:8080/counter', design: null },
    });
  });

  it('states what it rests on', () => {
    const { assumptions } = judge([tenAndTen('0', '10', '20')]);
    expect(assumptions.join(' ')).toMatch(
      /Nobody else wrote.*refused write did not count.*one clock.*before the first write.*What is read/s,
    );
  });

  it('keeps every operation of a wrong round, and none of a right one', () => {
    const result = judge([tenAndTen('0', '10', '20'), tenAndTen('0', '1', '11')]);
    expect(result.phases.map(({ operations }) => operations?.length)).toEqual([undefined, undefined, 13, 12]);
    expect(result.phases[2]).toMatchObject({ omitted: 0 });
  });

  it('keeps ten thousand operations at most, and says how many it left out', () => {
    const big = {
      before: ['0'],
      phases: [
        { acknowledged: 6_000, after: '1' },
        { acknowledged: 6_000, after: '6001' },
      ],
    };
    const { phases } = judge([big]);
    expect(phases.map(({ operations }) => operations?.length)).toEqual([6_002, 3_998]);
    expect(phases.map(({ omitted }) => omitted)).toEqual([0, 2_003]);
  });

  it('gives the same verdict whatever order the lines came in', () => {
    const history = historyOf([tenAndTen('0', '1', '11'), tenAndTen('0', '12', '22')]);
    const expected = check(history);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...history.operations], { minLength: history.operations.length }),
        (operations) => {
          expect(check({ ...history, operations })).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is inconclusive about an empty history', () => {
    const result = judge([]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP301']);
    expect(result.confidence.wrongRoundRate).toEqual({ low: 0, high: 1 });
  });

  it('never throws: a fault of its own is inconclusive (CP314)', () => {
    const { operations, ...history } = historyOf([tenAndTen('0', '1', '11')]);
    const broken: readonly unknown[] = [...operations, null];
    const result = check({ ...history, operations: broken as readonly Operation[] });
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toContain('CP314');
  });

  it('keeps its verdict where something that is told beside it fails', () => {
    const { operations, ...history } = historyOf([tenAndTen('0', '1', '11')]);
    const write = operations.find(({ f }) => f !== 'read');
    const odd = { ...write, id: 900, counts: 'notSent', outcome: 'fail', reason: 7, excerpt: 7 } as unknown;
    const result = check({ ...history, operations: [...operations, odd as Operation] });
    expect(result.verdict).toBe('fail');
    expect(codesOf(result)).toEqual(['CP101']);
    expect(result.notes).toEqual([]);
  });

  it('never throws where its own words about a failure cannot be had', () => {
    const header = headerOf({ scenario: null as unknown as string, phases: null as unknown as [] });
    expect(check({ header, operations: [], marks: [] }).verdict).toBe('inconclusive');
  });

  it('never throws, whatever a history holds', () => {
    const sample = historyOf([
      tenAndTen('0', '1', '11'),
      { before: ['0'], phases: [{ acknowledged: 2, unknown: 2, after: '3' }, {}] },
    ]);
    const value = fc.oneof(
      fc.constant(null),
      fc.bigInt().map(String),
      fc.constantFrom('1e400', '0.1', '-0', '9'.repeat(999)),
    );
    const change = fc.record(
      {
        value,
        round: fc.integer({ min: 1, max: 4 }),
        phaseIndex: fc.integer({ min: -1, max: 1 }),
        role: fc.constantFrom('before', 'quiet', 'settle'),
        counts: fc.constantFrom('acknowledged', 'rejected', 'unknown', 'notSent'),
        sent: fc.option(fc.maxSafeNat()),
        complete: fc.option(fc.maxSafeNat()),
        status: fc.option(fc.nat(999)),
        key: fc.constantFrom('a', 'b'),
      },
      { requiredKeys: [] },
    );
    const step = fc.constantFrom('1', '-1', '0.1', '1e300');
    fc.assert(
      fc.property(fc.array(change, { minLength: 47, maxLength: 47 }), step, (changes, unit) => {
        const operations = sample.operations.map((op, i) => ({ ...op, ...changes[i] }) as Operation);
        const history: History = { header: headerOf({ step: unit }), operations, marks: sample.marks };
        expect(codesOf(check(history))).not.toContain('CP314');
      }),
      { numRuns: 300 },
    );
  });
});
