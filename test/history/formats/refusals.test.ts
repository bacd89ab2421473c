import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeError, isProbeError, type ProbeError } from '../../../src/errors.ts';
import type { FormatName } from '../../../src/history/formats/format.ts';
import { FORMATS, readAny } from '../../../src/history/formats/formats.ts';
import { histories, inPieces } from './arbitrary.ts';

async function refusal(from: FormatName, text: string, size: number): Promise<ProbeError> {
  try {
    await readAny(inPieces(text, size), `given.${from}`, { from });
  } catch (error) {
    if (isProbeError(error)) return error;
    throw error;
  }
  throw new Error(`not refused: ${text}`);
}

const told = async (from: FormatName, text: string): Promise<string> => {
  const error = await refusal(from, text, 1_000);
  expect(error.code).toBe('history');
  expect(error.mend).not.toBeNull();
  const inSmallPieces = await refusal(from, text, 7);
  expect(describeError(inSmallPieces)).toBe(describeError(error));
  return describeError(error);
};

const ADD = '{:type :invoke, :process 0, :f :add, :value 1, :time 5}\n';

describe('A file of EDN is refused, with the place and what to do,', () => {
  it.each([
    ['when there is nothing in it', '', /^given\.edn:1:1: the file is empty/],
    [
      'when it is cut off within a map',
      `${ADD}{:type :ok, :process`,
      /^given\.edn:2:1: the file is cut off: what begins here/,
    ],
    ['when its vector has no end', `[${ADD}`, /^given\.edn:2:1: the file is cut off: its list has no "\]"/],
    ['when a bracket is of the wrong kind', '{:type [1 2}}', /1:12: not EDN: "}" cannot stand here/],
    ['when forms that are left out are nested too deep', '#_ '.repeat(5_000), /1:\d+: not EDN: nested deeper than 100/],
    ['when forms that are left out have no end', '#_ '.repeat(90), /1:1: the file is cut off/],
    ['when they have none within a map', `{${'#_ '.repeat(90)}`, /1:1: the file is cut off/],
    ['when a key has no value', '{:type}', /1:1: not EDN: this map has a key without a value/],
    ['when a number is none', '{:time 12x}', /1:8: not EDN: 12x is no number/],
    ['when an escape is none', '{:error "a\\q"}', /1:11: not EDN: \\q is no escape/],
    ['when it is nested without end', `${'['.repeat(200)}{`, /nested deeper than 100/],
    ['when an event is no map', '[[1 2]]', /1:2: an event must be a map, not \[1 2\]/],
    ['when two lists follow each other', '[] []', /1:4: there is more after the list/],
    [
      'when a call is completed that was not invoked',
      '\n{:type :ok, :process 7, :f :add}',
      /2:1: process 7 completes a call that it did not invoke/,
    ],
    ['when a process invokes twice', ADD + ADD, /2:1: process 0 invokes again before its call of line 1 is completed/],
    [
      'when another call is completed',
      `${ADD}{:type :ok, :process 0, :f :read, :time 6}`,
      /2:1: add was invoked on line 1, and read is completed/,
    ],
    [
      'when a call ends before it begins',
      `${ADD}{:type :ok, :process 0, :time 4}`,
      /2:1: add was invoked on line 1, and ends before that/,
    ],
    [
      'when the amount changes',
      `${ADD}{:type :ok, :process 0, :f :add, :value 7, :time 6}`,
      /with the amount 1, and is completed with 7 \(write \[amount value\]/,
    ],
    [
      'when the amount is no number',
      '{:type :invoke, :process 0, :f :add, :value :many}',
      /the amount many is no number/,
    ],
    [
      'when the call is none of a counter',
      '{:type :invoke, :process 0, :f :cas, :value [1 2]}',
      /cas is no call to a counter/,
    ],
    ['when the type is another', '{:type :done, :process 0}', /its type is done/],
    ['when there is no process', '{:type :ok}', /its process is nil/],
    ['when a time is missing', `${ADD}{:type :ok, :process 0}`, /2:1: some events have a time and some have none/],
    [
      'when a time is no whole number',
      '{:type :invoke, :process 0, :f :add, :time 1.5}',
      /its time 1\.5 is no whole number/,
    ],
    [
      'when a time is far from the others',
      `${ADD}{:type :ok, :process 0, :time 1700000000000000000}`,
      /no whole number of nanoseconds near the others/,
    ],
    [
      'when the index does not rise',
      '{:type :info, :process :nemesis, :index 3}\n{:type :info, :process :nemesis, :index 3}',
      /2:1: its index 3 does not come after 3/,
    ],
    ['when a round is none', '{:type :invoke, :process 0, :f :add, :round 0}', /its round is 0/],
  ])('%s', async (_, text, message) => {
    expect(await told('edn', text)).toMatch(message);
  });

  it('when it is not UTF-8', async () => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(ADD);
      yield Buffer.from([0xc3, 0x28]);
    }
    await expect(readAny(bytes(), 'given.edn', { from: 'edn' })).rejects.toMatchObject({ place: { line: 2 } });
  });
});

describe('A file of JSON is refused, with the place and what to do,', () => {
  it.each<[string, FormatName, string, RegExp]>([
    ['when it is cut off', 'elle-json', '[{"type":"info","process":"nemesis"},\n{"type":', /2:1: the file is cut off/],
    ['when it is no JSON', 'elle-json', '[{"type":"invoke",}]', /1:2: not JSON/],
    ['when it is something else', 'elle-json', 'hello', /1:1: not JSON: an object must begin here/],
    ['when a value is NaN', 'elle-json', '{"type":"invoke","process":0,"f":"read","value":NaN}', /not JSON/],
    ['when the process is missing', 'elle-json', '{"type":"ok"}', /its process is nil/],
    ['when an operation has no input', 'porcupine', '{"Call":1,"Return":2}', /1:1: nothing is no call to a counter/],
    [
      'when an operation returns before its call',
      'porcupine',
      '{"Input":"read","Call":2,"Return":1}',
      /it returns at 1, before its call at 2/,
    ],
    [
      'when a time is missing',
      'porcupine',
      '{"Input":"read","Return":1}',
      /Call nil and Return 1 must be whole nanoseconds/,
    ],
    [
      'when the amount is text',
      'porcupine',
      '{"Input":{"op":"add","amount":"x"},"Call":1,"Return":2}',
      /the amount x is no number/,
    ],
    [
      'when the outcome is another',
      'porcupine',
      '{"Input":"add","Call":1,"Return":2,"Output":{"outcome":"yes"}}',
      /its outcome is yes/,
    ],
    ['when a corpus line has no operations', 'corpus', '{"id":"a"}', /1:1: a history must be an object with "ops"/],
    ['when a corpus has no line', 'corpus', '\n', /the file is empty/],
    [
      'when an operation of a corpus has no process',
      'corpus',
      '{"ops":[{"f":"inc","outcome":"ok"}]}',
      /process of operation 0 is nil/,
    ],
    [
      'when a corpus names an unknown call',
      'corpus',
      '{"ops":[{"f":"constructor"}]}',
      /f of operation 0 is constructor/,
    ],
    ['when a limit is text', 'corpus', '{"limit":"many","ops":[]}', /limit is many \(it must be a number, or null\)/],
  ])('%s', async (_, from, text, message) => {
    expect(await told(from, text)).toMatch(message);
  });
});

describe('Whatever the file holds', () => {
  it.each(['edn', 'elle-json', 'porcupine', 'corpus'] as const)(
    '%s reads it or refuses it, with a place in the file',
    async (name) => {
      const damage = fc.tuple(
        fc.nat(),
        fc.nat(6),
        fc.string({ unit: fc.constantFrom(...'{}[]():"\\ \n#;_-+019.eNMx,'), maxLength: 3 }),
      );
      const property = fc.asyncProperty(
        histories({ everything: name !== 'corpus' }),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        async (history, damages) => {
          let text = [...FORMATS[name].write(history)].join('');
          for (const [at, cut, put] of damages) {
            const from = at % (text.length + 1);
            text = text.slice(0, from) + put + text.slice(from + cut);
          }
          try {
            await readAny(inPieces(text, 50), 'damaged', { from: name });
          } catch (error) {
            if (!isProbeError(error)) throw error;
            expect(error.code).toBe('history');
            expect(error.place?.line).toBeGreaterThan(0);
            expect(error.place?.line).toBeLessThanOrEqual(text.split('\n').length);
            expect(error.place?.column).toBeGreaterThan(0);
          }
        },
      );
      await fc.assert(property, { numRuns: 300 });
    },
  );
});
