import fc from 'fast-check';
import { importedHeader, importedOperation } from '../../../src/history/formats/imported.ts';
import type { History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';

/** A whole file as a reader gets it, in pieces of some characters. */
export async function* inPieces(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const digits = fc.oneof(
  fc.bigInt({ min: -50n, max: 50n }).map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.constantFrom('5.00', '0.10', '-3.5', '1e3', '9007199254740993', '12345678901234567890.123456789'),
);
const text = fc.string({ unit: fc.constantFrom(...'aZ09 :"\\/-_.;#{}[]()é'), maxLength: 12 });
const name = text.filter((one) => one !== '');

export interface Features {
  /** Sorts of operations, names and fields that not every format has. */
  readonly everything: boolean;
}

const operation = ({ everything }: Features): fc.Arbitrary<Operation> =>
  fc
    .record({
      f: everything
        ? fc.constantFrom('increment', 'read', 'admit', 'reserve', 'release', 'effect')
        : fc.constantFrom('increment', 'read'),
      process: fc.constantFrom('0', '1', '2'),
      session: everything ? fc.option(name) : fc.constant(null),
      key: everything ? text : fc.constant(''),
      round: everything ? fc.integer({ min: 1, max: 3 }) : fc.constant(1),
      machine: everything ? fc.option(name) : fc.constant(null),
      invoke: fc.oneof(fc.nat(20), fc.nat(1_000_000_000_000)),
      length: fc.oneof(fc.constant(0), fc.nat(10), fc.nat(1_000_000_000)),
      answered: fc.boolean(),
      outcome: fc.constantFrom('ok', 'fail', 'info'),
      notSent: fc.boolean(),
      value: digits,
      told: fc.boolean(),
      amount: fc.option(digits),
      range: fc.boolean(),
      reason: everything ? fc.option(text) : fc.constant(null),
    })
    .map((made): Operation => {
      const { f, outcome, value } = made;
      const isRead = f === 'read';
      return importedOperation({
        ...made,
        id: 0,
        ended: outcome !== 'info' || (everything && made.answered) ? made.invoke + made.length : null,
        outcome,
        value: outcome === 'ok' && (isRead || made.told) ? value : null,
        upTo: isRead && outcome === 'ok' && made.range ? value : null,
        notSent: outcome === 'fail' && !isRead && made.notSent,
      });
    });

/** Histories as an import makes them. */
export const histories = (features: Features): fc.Arbitrary<History> =>
  fc
    .array(operation(features), { maxLength: 12 })
    .map((operations) => ({ header: importedHeader('made up', {}, '0'), operations: numbered(operations), marks: [] }));

const numbered = (operations: readonly Operation[]): readonly Operation[] =>
  operations.map((one, id) => ({ ...one, id }));
