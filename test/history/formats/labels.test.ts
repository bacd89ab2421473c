import { describe, expect, it } from 'vitest';
import { describeError } from '../../../src/errors.ts';
import type { FormatName } from '../../../src/history/formats/format.ts';
import { readAny } from '../../../src/history/formats/formats.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { inPieces } from './arbitrary.ts';

const read = async (from: FormatName, text: string): Promise<readonly Operation[]> =>
  (await readAny(inPieces(text), 'given', { from })).operations;

const call = (more: object, at: number): string =>
  JSON.stringify({ ClientId: 0, Input: { op: 'add' }, Call: at, Output: null, Return: at + 1, ...more });

const porcupine = (...each: readonly object[]): Promise<readonly Operation[]> =>
  read('porcupine', each.map((more, i) => call(more, 2 * i)).join('\n'));

/** One write on each of some keys, given by `:key` and by `[key value]`. */
const edn = (keys: readonly string[]): readonly string[] => [
  keys
    .map((key, i) => `{:type :invoke :process ${i} :f :add :value 1 :key ${key}}{:type :ok :process ${i} :f :add}`)
    .join('\n'),
  keys
    .map((key, i) => `{:type :invoke :process ${i} :f :add :value [${key} 1]}{:type :ok :process ${i} :f :add}`)
    .join('\n'),
];

describe('Different keys are different counters', () => {
  const long = 'k'.repeat(300);
  it.each<[string, readonly unknown[]]>([
    ['objects', [{ id: 1 }, { id: 2 }, { id: '1' }, {}]],
    ['lists', [[1, 2], [1, 3], [[1], 2], ['1,2'], []]],
    ['true and false', [true, false]],
    ['long texts', [`${long}a`, `${long}b`]],
    ['deep ones', [[[[[[1]]]]], [[[[[2]]]]]]],
    ['texts with control characters', ['a\u001b', 'a\\u001b']],
  ])('%s', async (_, keys) => {
    const read = await porcupine(...keys.map((key) => ({ Input: { op: 'add', key } })));
    expect(new Set(read.map(({ key }) => key)).size).toBe(keys.length);
    expect(read.every(({ key }) => key !== '')).toBe(true);
  });

  it.each([[['[1 2]', '[1 3]']], [['{:id 1}', '{:id 2}']], [['{{:a 1} 2}', '{{:b 1} 2}']], [['[:a]', '["a"]']]])(
    '%s in EDN, wherever they stand',
    async (keys) => {
      for (const text of edn(keys)) {
        const found = await read('edn', text);
        expect(new Set(found.map(({ key }) => key)).size).toBe(keys.length);
      }
    },
  );

  it('and the same one, whatever the order of its fields', async () => {
    const [a, b] = await porcupine(
      { Input: { op: 'add', key: { a: 1, b: 2 } } },
      { Input: { op: 'add', key: { b: 2, a: 1 } } },
    );
    expect(a?.key).toBe(b?.key);
  });

  it('as machines and sessions are', async () => {
    const machines = [{ id: 1 }, { id: 2 }];
    const read = await porcupine(...machines.map((machine) => ({ Metadata: { machine, session: machine } })));
    expect(new Set(read.map(({ machine }) => machine)).size).toBe(2);
    expect(new Set(read.map(({ session }) => session)).size).toBe(2);
  });
});

const refusal = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error) => describeError(error),
  );

describe('One name in two kinds of writing is refused, with the place', () => {
  it.each([[[':a', '"a"']], [['1', '"1"']], [['true', '"true"']]])('%s', async (keys) => {
    for (const text of edn(keys))
      expect(await refusal(read('edn', text))).toMatch(
        /given:2:1: the key .* here, and .* further up .*write it one way/,
      );
  });
});

describe('Clients of Porcupine', () => {
  it('may have texts for names', async () => {
    const read = await porcupine({ ClientId: 'alice' }, { ClientId: 'bob' }, { ClientId: 'bob' });
    expect(read.map(({ process, session }) => [process, session])).toEqual([
      ['alice', 'alice'],
      ['bob', 'bob'],
      ['bob', 'bob'],
    ]);
  });

  it('are others for each operation where nobody told', async () => {
    const read = await porcupine({ ClientId: undefined }, { ClientId: undefined }, { ClientId: null });
    expect(new Set(read.map(({ session }) => session)).size).toBe(3);
  });

  it.each([[true], [[1]], [{ id: 1 }]])('are refused as %j', async (ClientId) => {
    expect(await refusal(porcupine({}, { ClientId }))).toMatch(
      /given:2:1: its ClientId is .*it must be a number or text/,
    );
  });
});

it.each([[[1, 2]], [[1, null]], [{ by: 1 }], [true]])('An amount %j is refused', async (amount) => {
  const reading = porcupine({}, { Input: { op: 'add', amount } });
  expect(await refusal(reading)).toMatch(/given:2:1: the amount .* is no number/);
});
