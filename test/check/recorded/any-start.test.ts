import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import { certificateFor } from '../../../src/cli/check/certify.ts';
import type { History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import type { Small } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { historyFrom } from '../../support/saved.ts';
import { got, inc, saw, smallHistories } from '../../support/small.ts';

function imported(ops: readonly Small[], limit?: number, change: (one: Operation) => Partial<Operation> = () => ({})) {
  const { header, operations, marks } = historyFrom(ops, {
    ...{ initial: null, from: '0' },
    ...(limit === undefined ? {} : { limit }),
  });
  const changed = operations.map((one): Operation => ({ ...one, ...change(one) }));
  return { header: { ...header, runId: 'imported' }, operations: changed, marks } satisfies History;
}

/** Reads that are complete before all writes are told apart, as an import does. */
const before = (ops: readonly Small[]) => {
  const first = Math.min(...ops.filter(({ f }) => f !== 'R').map(({ start }) => start));
  return ({ f, complete }: Operation): Partial<Operation> =>
    f === 'read' && complete !== null && complete < first ? { role: 'before' } : {};
};

it.each([undefined, 3])('Every fault of a history with an unknown start is proven (limit %s)', (limit) => {
  const levels = fc.constantFrom('latest' as const, 'eventual' as const, 'read-your-writes' as const);
  fc.assert(
    fc.property(smallHistories(limit === undefined ? {} : { limit }), levels, fc.boolean(), (ops, level, apart) => {
      const history = imported(ops, limit, apart ? before(ops) : undefined);
      const result = checkRecorded(history, { level });
      fc.pre(result.verdict === 'fail');
      const { certificate, unproven } = certificateFor({ history, sha256: '' }, result);
      expect([certificate?.verdict, unproven]).toEqual(['violation', []]);
    }),
    { numRuns: runs(100) },
  );
});

it('What an increment returned has no room for that increment beside what it lacks', () => {
  const history = imported([saw(1, 0, 0), inc(1, 1), got(2, 2, 2)]);
  const result = checkRecorded(history, { level: 'latest' });
  expect(result.findings.map(({ code }) => code)).toEqual(['CP101']);
  expect(certificateFor({ history, sha256: '' }, result).unproven).toEqual([]);
});

it('What was read beside a number that is too low, and may be later, keeps it from being called a loss', () => {
  const history = imported([got(2, 0, 0), inc(1, 1), got(3, 2, 2), saw(3, 0, 2)]);
  const result = checkRecorded(history, { level: 'latest' });
  expect(result.findings.map(({ code }) => code)).toEqual(['CP119']);
  expect(certificateFor({ history, sha256: '' }, result).unproven).toEqual([]);
});

const codesOf = (ops: readonly Small[], level: 'latest' | 'eventual') => {
  const { findings } = checkRecorded(imported(ops), { level });
  return findings.map(({ code, message }) => `${code} ${message}`);
};

it('What is a loss from one start and a surplus from another is called neither', () => {
  const ops = [inc(3, 6), got(7, 9, 9), saw(9, 10, 13)];
  expect(codesOf(ops, 'eventual')).toEqual([
    'CP119 no start value explains what was shown: #2 shows 9 and #1 returned 7',
  ]);
});

it('What is only an old read from some start is no fault where old reads are none', () => {
  const ops = [inc(0, 1), inc(0, 1), saw(3, 2, 3), inc(4, 5), saw(6, 6, 7)];
  expect(codesOf(ops, 'latest').map((told) => told.slice(0, 5))).toEqual(['CP119']);
  expect(codesOf(ops, 'eventual')).toEqual([]);
});

it('What a number lacks that was returned twice is no old read besides: one of the two left no trace', () => {
  const ops = [got(2, 0, 1), got(0, 0, 2), got(2, 1, 1), saw(2, 2, 2), got(1, 0, 0)];
  expect(checkRecorded(imported(ops), { level: 'latest' }).findings.map(({ code }) => code)).toEqual(['CP101']);
});
