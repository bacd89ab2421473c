import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../src/history/formats/format.ts';
import { FORMATS, readAny } from '../../../src/history/formats/formats.ts';
import { withRoles } from '../../../src/history/formats/roles.ts';
import type { History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { operationSchema } from '../../../src/history/schema/operation.ts';
import { historyOf } from '../../support/history.ts';
import { histories, inPieces } from './arbitrary.ts';

const back = (history: History, name: FormatName, size?: number): Promise<History> =>
  readAny(inPieces([...FORMATS[name].write(history)].join(''), size), 'made up', { from: name });

/** Without what a format gives anew: ids, the order, and which of several touching calls has which process. */
const essence = (operations: readonly Operation[], without: readonly (keyof Operation)[] = []): readonly string[] =>
  withRoles(operations)
    .map((operation) =>
      JSON.stringify({ ...operation, ...Object.fromEntries(['id', ...without].map((key) => [key, null])) }),
    )
    .sort();

describe('What goes out and comes in again', () => {
  it.each(['edn', 'elle-json'] as const)(
    'is the same in %s, but for the processes of calls that touch',
    async (name) => {
      const property = fc.asyncProperty(
        histories({ everything: true }),
        fc.integer({ min: 1, max: 500 }),
        async (history, size) => {
          const { header, operations } = await back(history, name, size);
          expect(essence(operations, ['process'])).toEqual(essence(history.operations, ['process']));
          expect(header.phases).toEqual(history.header.phases);
          for (const operation of operations) operationSchema.parse(operation);
        },
      );
      await fc.assert(property, { numRuns: 200 });
    },
  );

  it('is the same in porcupine', async () => {
    const property = fc.asyncProperty(
      histories({ everything: true }),
      fc.integer({ min: 1, max: 500 }),
      async (history, size) => {
        const { operations } = await back(history, 'porcupine', size);
        expect(operations).toEqual(withRoles(history.operations));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('is the same in a corpus, where it is one counter without reasons and rounds', async () => {
    const property = fc.asyncProperty(histories({ everything: false }), async (history) => {
      const { operations } = await back(history, 'corpus');
      const unlimited = { counts: 'rejected', sent: null, firstByte: null };
      const plain = (one: Operation): Operation =>
        one.outcome === 'fail' && one.f !== 'read' ? ({ ...one, ...unlimited } as Operation) : one;
      expect(operations.map(plain)).toEqual(withRoles(history.operations).map(plain));
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('is the same in ndjson, marks and all', async () => {
    const recorded = historyOf([{ before: ['0'], phases: [{ acknowledged: 3, unknown: 1, after: ['3'] }] }]);
    expect(await back(recorded, 'ndjson')).toEqual(recorded);
    const property = fc.asyncProperty(histories({ everything: true }), async (history) => {
      const { header, operations } = await back(history, 'ndjson');
      expect(operations).toEqual(withRoles(history.operations));
      expect(header.expect).toEqual(history.header.expect);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it.each(['edn', 'elle-json', 'porcupine'] as const)(
    'keeps what a run recorded of time, order and value in %s',
    async (name) => {
      const recorded = historyOf([
        { before: ['7'], phases: [{ acknowledged: 3, rejected: 1, notSent: 1, unknown: 1, after: ['9', '10'] }] },
      ]);
      const { operations } = await back(recorded, name);
      const kept = ({
        session,
        f,
        key,
        round,
        invoke,
        complete,
        outcome,
        counts,
        value,
        reason,
        ended,
      }: Operation): string =>
        JSON.stringify({ session, f, key, round, invoke, complete, outcome, counts, value, reason, ended });
      expect(operations.map(kept).sort()).toEqual(recorded.operations.map(kept).sort());
      expect(operations.filter(({ f }) => f === 'read').map(({ role }) => role)).toEqual([
        'before',
        'settle',
        'settle',
      ]);
    },
  );

  it.each(['edn', 'elle-json', 'porcupine', 'corpus'] as const)('may be nothing at all in %s', async (name) => {
    const empty = { ...historyOf([]), operations: [] };
    expect((await back(empty, name)).operations).toEqual([]);
  });
});
