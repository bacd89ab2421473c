import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import { keep } from '../../../src/history/formats/keep.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { copyOf, OperationTable } from '../../../src/history/reader/table.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { runs } from '../../support/runs.ts';
import { tenAndTen } from '../../support/verdicts.ts';

const { operations } = historyOf([tenAndTen('0', '10', '20'), tenAndTen('20', '21', '31')]);
const text = fc.option(fc.string({ unit: 'binary', maxLength: 100 }));
const time = fc.option(fc.maxSafeNat());
const change = fc.record(
  {
    id: fc.maxSafeNat(),
    process: fc.string(),
    key: fc.constantFrom('a', 'b'),
    phaseIndex: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.maxSafeNat()),
    round: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.maxSafeNat()),
    invoke: fc.maxSafeNat(),
    complete: time,
    sent: time,
    outcome: fc.constantFrom('ok', 'fail', 'info'),
    counts: fc.constantFrom(null, 'acknowledged', 'rejected', 'unknown', 'notSent'),
    value: text,
    attempt: text,
    returned: text,
    reason: text,
    status: fc.option(fc.oneof(fc.nat(999), fc.double({ noNaN: true, noDefaultInfinity: true }))),
    role: fc.constantFrom(null, 'before', 'quiet', 'settle', 'during'),
    amount: fc.string(),
    labels: fc.array(fc.string()),
    identity: fc.nat(3),
  },
  { requiredKeys: [] },
);

describe('operations kept as columns', () => {
  it('have every value that they had', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const given = changes.map((one, i) => ({ ...operations[i % operations.length], ...one }) as Operation);
        const table = new OperationTable();
        for (const operation of given) table.add(operation);
        expect(table.list.map(copyOf)).toEqual(given);
        expect(JSON.parse(JSON.stringify(table.list))).toEqual(JSON.parse(JSON.stringify(given)));
        for (const [i, operation] of given.entries()) {
          for (const name of Object.keys(operation) as (keyof Operation)[])
            expect(table.list[i]?.[name]).toEqual(operation[name]);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('fill more than one block', () => {
    const table = new OperationTable();
    for (let id = 0; id < 70_000; id++) table.add({ ...(operations[0] as Operation), id, value: String(id) });
    expect([0, 65_535, 65_536, 69_999].map((i) => table.list[i]?.value)).toEqual(['0', '65535', '65536', '69999']);
  });

  it.each(['eventual', 'latest'])('are judged as those that are objects: %s', async (require) => {
    const lost = historyOf([tenAndTen('0', '10', '20'), tenAndTen('20', '25', '35')], headerOf({ require }));
    async function* batches() {
      yield lost.operations;
      yield lost.marks;
    }
    const kept = await keep({ header: lost.header, batches: batches() }, 5);
    const level = { level: require as 'eventual' };
    const whole = JSON.stringify(checkRecorded(lost, level));
    expect(JSON.parse(JSON.stringify(checkRecorded(kept, level)))).toEqual(JSON.parse(whole));
  });
});
