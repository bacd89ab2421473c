import { describe, expect, it } from 'vitest';
import { FORMATS, readAny } from '../../../src/history/formats/formats.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { inPieces } from './arbitrary.ts';

const read = async (text: string): Promise<readonly Operation[]> =>
  (await readAny(inPieces(text), 'given.edn', { from: 'edn' })).operations;

/** The one operation of a call and its answer. */
async function pair(f: string, asked: string, answered: string, type = ':ok'): Promise<Operation> {
  const [only] = await read(
    `{:process 0 :type :invoke :f ${f} :value ${asked}}{:process 0 :type ${type} :f ${f} :value ${answered}}`,
  );
  if (!only) throw new Error('no operation');
  return only;
}

describe('What a call tells', () => {
  it.each<[string, string, string, object]>([
    [':add', '1', '1', { value: null }],
    [':add', '5', '5', { value: null, amount: '5' }],
    [':add', '5N', '5', { value: null, amount: '5' }],
    [':add', '0.10M', '0.1', { value: null, amount: '0.10' }],
    [':add', 'nil', 'nil', { value: null }],
    [':add', 'nil', '5', { value: null, amount: '5' }],
    [':add', '1', '[1 7]', { value: '7' }],
    [':add', '[5 nil]', '[5 7]', { value: '7', amount: '5' }],
    [':add', '1', ':done', { value: null }],
    [':add-and-get', '2', '[2 7]', { value: '7', amount: '2' }],
    [':add-and-get', '2', '7', { value: '7', amount: '2' }],
    [':add-and-get', '2', '"seven"', { value: 'seven', amount: '2' }],
    [':inc', 'nil', '7', { value: '7' }],
    [':increment', '1', '1', { value: null }],
    [':decr', '2', '2', { value: null, amount: '-2' }],
    [':decr', 'nil', 'nil', { value: null, amount: '-1' }],
    [':decr-and-get', '2', '[2 -9]', { value: '-9', amount: '-2' }],
    [':add', '["k" 3]', '["k" 3]', { key: 'k', amount: '3', value: null }],
    [':add-and-get', '[:k 3]', '[:k [3 4]]', { key: 'k', amount: '3', value: '4' }],
    [':read', '[9 nil]', '[9 4]', { key: '9', value: '4', outcome: 'ok' }],
    [':read', 'nil', '12345678901234567890', { value: '12345678901234567890' }],
    [':read', 'nil', '-3', { value: '-3', outcome: 'ok' }],
    [':read', 'nil', '"12"', { value: '12', outcome: 'ok' }],
    [':get', 'nil', '[3 5]', { value: '3', upTo: '5' }],
    [':admit', 'nil', '4', { f: 'admit', value: '4', counts: 'acknowledged' }],
  ])('%s of %s, answered %s', async (f, asked, answered, expected) => {
    const operation = await pair(f, asked, answered);
    expect(operation).toMatchObject(expected);
    expect('amount' in operation).toBe('amount' in expected);
  });

  it.each(['nil', '##NaN', '"12 apples"', '1/2', '1e999', '[1]', '{:value 1}'])(
    'is no number when a read is answered %s',
    async (answered) => {
      const operation = await pair(':read', 'nil', answered);
      expect(operation).toMatchObject({ outcome: 'info', complete: null, value: null });
      expect(operation.reason).toMatch(/^no number at value: /);
      expect(operation.ended).not.toBeNull();
    },
  );

  it('is nothing but the call when it failed or is unknown', async () => {
    expect(await pair(':add', '2', '[2 5]', ':fail')).toMatchObject({
      outcome: 'fail',
      counts: 'rejected',
      value: null,
      amount: '2',
    });
    expect(await pair(':read', 'nil', '5', ':info')).toMatchObject({ outcome: 'info', counts: null, value: null });
  });
});

describe('Reads of an imported history', () => {
  const at = (process: number, f: string, from: number, to: number, value: string): string =>
    `{:process ${process} :type :invoke :f ${f} :time ${from}}{:process ${process} :type :ok :f ${f} :time ${to} :value ${value}}\n`;

  it('are told apart by whether they touch the writes', async () => {
    const operations = await read(
      at(0, ':read', 1, 9, '0') +
        at(0, ':read', 10, 10, '0') +
        at(1, ':inc', 10, 20, 'nil') +
        at(0, ':read', 20, 21, '1') +
        at(0, ':read', 22, 23, '1'),
    );
    const reads = operations.filter(({ f }) => f === 'read');
    expect(reads.map(({ role, phaseIndex }) => [role, phaseIndex])).toEqual([
      ['before', -1],
      ['during', 0],
      ['during', 0],
      ['settle', 0],
    ]);
  });

  it('are told apart for each key and round', async () => {
    const keyed = (text: string, more: string): string => text.replaceAll(':type :invoke', `:type :invoke ${more}`);
    const operations = await read(
      keyed(at(1, ':inc', 10, 20, 'nil'), ':key "a"') +
        keyed(at(0, ':read', 22, 23, '0'), ':key "b"') +
        keyed(at(1, ':inc', 30, 40, 'nil'), ':key "b"') +
        keyed(at(0, ':read', 42, 43, '0'), ':key "a" :round 2'),
    );
    const reads = operations.filter(({ f }) => f === 'read');
    expect(reads.map(({ role, round }) => [role, round])).toEqual([
      ['before', 1],
      ['before', 2],
    ]);
  });
});

describe('Times', () => {
  it('may go back a little behind the first one, however large they are', async () => {
    const text =
      '{:process 0 :type :invoke :f :inc :time 1700000000000000500}\n{:process 1 :type :invoke :f :inc :time 1700000000000000400}';
    const { header, operations } = await readAny(inPieces(text), 'given.edn');
    const origin = BigInt(header.clock.originNs ?? '0');
    expect(operations.map(({ invoke }) => origin + BigInt(invoke))).toEqual([
      1700000000000000500n,
      1700000000000000400n,
    ]);
  });

  it('that are equal make calls concurrent on the way out', async () => {
    const text =
      '{:process 0 :type :invoke :f :inc :time 1}\n{:process 0 :type :ok :f :inc :time 2}\n{:process 1 :type :invoke :f :inc :time 2}\n{:process 1 :type :ok :f :inc :time 2}';
    const history = await readAny(inPieces(text), 'given.edn');
    const types = [...FORMATS.edn.write(history)].map((line) =>
      /:type :(\w+), :process (\d)/.exec(line)?.slice(1).join(' '),
    );
    expect(types).toEqual(['invoke 0', 'invoke 1', 'ok 0', 'ok 1']);
  });
});

describe('Calls of one process that touch', () => {
  it('get processes of their own on the way out, and keep their session', async () => {
    const text =
      '{:process 7 :type :invoke :f :inc :time 1}\n{:process 7 :type :ok :f :inc :time 2}\n{:process 7 :type :invoke :f :inc :time 2}\n{:process 7 :type :info :f :inc :time 3}{:process 7 :type :invoke :f :inc :time 4}\n{:process 7 :type :ok :f :inc :time 5}';
    const history = await readAny(inPieces(text), 'given.edn');
    const again = await readAny(inPieces([...FORMATS.edn.write(history)].join('')), 'given.edn');
    expect(again.operations.map(({ process, session }) => [process, session])).toEqual([
      ['7', '7'],
      ['8', '7'],
      ['7', '7'],
    ]);
  });
});
