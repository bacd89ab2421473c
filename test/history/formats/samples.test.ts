import { createReadStream, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../src/history/formats/corpus-read.ts';
import { readAny } from '../../../src/history/formats/formats.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { operationSchema } from '../../../src/history/schema/operation.ts';

const FOLDER = new URL('samples/', import.meta.url).pathname;
const read = (name: string) => readAny(createReadStream(FOLDER + name), name);

/** `increment 1..2 ok 5`: the call, its times, its outcome and its value. */
const short = ({ f, invoke, complete, outcome, value, amount }: Operation): string =>
  [f, ...(amount === undefined ? [] : [`by ${amount}`]), `${invoke}..${complete ?? ''}`, outcome, value ?? '']
    .join(' ')
    .trim();

describe('Each sample', () => {
  const names = readdirSync(FOLDER);

  it.each(names.filter((name) => !name.includes('.corpus.')))('%s is read, whatever its verdict', async (name) => {
    const { operations } = await read(name);
    expect(operations.length).toBeGreaterThan(0);
    for (const operation of operations) expect(operationSchema.parse(operation)).toEqual(operation);
    expect(name).toMatch(/\.(pass|fail|inconclusive)\./);
  });
});

describe('A sample', () => {
  it('of overlapping calls keeps their times, in the order in which they were completed', async () => {
    const { header, operations } = await read('overlapping-adds.pass.edn');
    expect(operations.map(short)).toEqual([
      'increment 1000..1400 ok',
      'read 1300..1500 ok 1',
      'increment 1200..1600 ok',
      'read 2000..2100 ok 2',
    ]);
    expect(operations.map(({ id, process }) => [id, process])).toEqual([
      [0, '0'],
      [2, '2'],
      [1, '1'],
      [6, '2'],
    ]);
    expect(operations.map(({ role }) => role)).toEqual([null, 'during', null, 'settle']);
    expect(header).toMatchObject({ initial: '0', step: '1', limit: null, clock: { originNs: '0' } });
  });

  it('of tagged events in one vector leaves out what the nemesis did', async () => {
    const { operations } = await read('one-add-lost.fail.edn');
    expect(operations.map(short)).toEqual([
      'increment 1000..1200 ok',
      'increment 1100..1300 ok',
      'read 1400..1500 ok 1',
    ]);
  });

  it('without times and indices goes by the order of its events, and keeps every digit', async () => {
    const { operations } = await read('same-value-twice.fail.edn');
    expect(operations.map(short)).toEqual(['increment 1..3 ok 9007199254740994', 'increment 2..4 ok 9007199254740994']);
  });

  it('with a timeout leaves open what became of the call', async () => {
    const { operations } = await read('timeout-explains-it.pass.elle.json');
    const unknown = operations.filter(({ outcome }) => outcome === 'info');
    expect(unknown).toMatchObject([{ counts: 'unknown', complete: null, ended: 9000, reason: 'timeout' }]);
  });

  it('of times since 1970 counts from near the first one, exactly', async () => {
    const { header, operations } = await read('amounts-add-up.pass.porcupine.json');
    const origin = BigInt(header.clock.originNs ?? '0');
    expect(operations.map(({ invoke }) => origin + BigInt(invoke))).toEqual([
      1700000000000000000n,
      1700000000000000100n,
      1700000000000001000n,
    ]);
    expect(operations.map(({ f, amount, value }) => [f, amount, value])).toEqual([
      ['increment', '5', null],
      ['increment', '7', '12'],
      ['read', undefined, '12'],
    ]);
  });

  it('in the names of Go is read too, and its largest time is no answer', async () => {
    const { operations } = await read('returned-out-of-thin-air.fail.porcupine.jsonl');
    expect(operations.map(short)).toEqual(['increment 10..20 ok 1', 'increment 15..25 ok 4', 'read 30.. info']);
  });

  it('of a corpus is several histories, with their labels', async () => {
    const name = 'three-small-histories.corpus.jsonl';
    const entries = [];
    for await (const entry of readCorpus(createReadStream(FOLDER + name), name)) entries.push(entry);
    expect(entries.map(({ id, line, labels }) => [id, line, labels.verdict, labels.anomaly])).toEqual([
      ['pass', 1, 'linearizable', null],
      ['fail', 2, 'violation', 'over-admission'],
      ['range', 3, 'linearizable', null],
    ]);
    expect(entries[1]?.history.header).toMatchObject({ initial: '0', limit: '1', scenario: 'fail' });
    expect(entries[1]?.history.operations.map(({ counts }) => counts)).toEqual([
      'acknowledged',
      'acknowledged',
      'rejected',
    ]);
    expect(entries[1]?.history.operations[1]).toMatchObject({ invoke: 500_000, complete: 1_500_000 });
    expect(entries[2]?.history.header.initial).toBeNull();
    expect(entries[2]?.history.operations[0]).toMatchObject({ value: '9007199254740993', upTo: '9007199254740995' });
    await expect(read(name)).rejects.toThrow(/more than one history/);
  });
});
