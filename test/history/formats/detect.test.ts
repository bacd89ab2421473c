import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detect } from '../../../src/history/formats/detect.ts';
import type { FormatName } from '../../../src/history/formats/format.ts';
import { FORMATS, formatNamed, openAny, readAny } from '../../../src/history/formats/formats.ts';
import { historyOf } from '../../support/history.ts';
import { inPieces } from './arbitrary.ts';

const FOLDER = new URL('samples/', import.meta.url).pathname;
const recorded = historyOf([{ before: ['0'], phases: [{ acknowledged: 2, after: ['2'] }] }]);

const formatOf = (sample: string): FormatName => {
  if (sample.endsWith('.edn')) return 'edn';
  if (sample.includes('.elle.')) return 'elle-json';
  return sample.includes('.porcupine.') ? 'porcupine' : 'corpus';
};

describe('The format of a file', () => {
  it.each(readdirSync(FOLDER).map((name) => [name, formatOf(name)] as const))(
    'of %s is told as %s by what is in it',
    (name, format) => {
      expect(detect('history.txt', readFileSync(FOLDER + name))).toBe(format);
    },
  );

  it.each(Object.keys(FORMATS) as FormatName[])('is told of what is written as %s', (name) => {
    const text = [...FORMATS[name].write(recorded)].join('');
    expect(detect('history', Buffer.from(text))).toBe(name);
  });

  it.each<[string, string, FormatName]>([
    ['a.edn', '', 'edn'],
    ['a.edn', '[]', 'edn'],
    ['a.json', '[]', 'elle-json'],
    ['a.jsonl', '', 'ndjson'],
    ['a.txt', '\ufeff; comment\n\n ; another\n({:process 0', 'edn'],
    ['a.txt', '#jepsen.history.Op{:index 0', 'edn'],
    ['a.json', '[\n  {\n    "f": "add",\n    "process": 0', 'elle-json'],
    ['a.json', '{"metadata":null,"clientId":0', 'porcupine'],
    ['a.json', '{"id":"x","note":"{}","ops":[{"process":0}]}', 'corpus'],
  ])('of %s with %j is %s', (file, text, format) => {
    expect(detect(file, Buffer.from(text))).toBe(format);
  });

  it.each([
    ['a.txt', ''],
    ['a.json', '{"hello":1}'],
    ['a.txt', 'hello'],
  ])('of %s with %j must be said', (file, text) => {
    expect(() => detect(file, Buffer.from(text))).toThrow(/none of the known formats/);
  });

  it('is given by its name, and only by a known one', () => {
    expect(formatNamed('elle-json').name).toBe('elle-json');
    for (const name of ['json', 'constructor', '']) expect(() => formatNamed(name)).toThrow(/is no format/);
  });

  it('need not be given to read a file, in pieces of any size', async () => {
    const text = [...FORMATS.edn.write(recorded)].join('');
    const sizes = await Promise.all([1, 7, 1_000_000].map((size) => readAny(inPieces(text, size), 'history')));
    expect(sizes[0]?.operations).toHaveLength(recorded.operations.length);
    expect(sizes[1]).toEqual(sizes[0]);
    expect(sizes[2]).toEqual(sizes[0]);
  });

  it('may be said against what the file looks like', async () => {
    await expect(openAny(inPieces('{:type :invoke}'), 'a.edn', { from: 'elle-json' })).rejects.toThrow(/not JSON/);
  });

  it('leaves a start value and a limit to be given where the file has none', async () => {
    const name = 'adds-never-read.inconclusive.edn';
    const open = (options: object) => openAny(createReadStream(FOLDER + name), name, options);
    expect((await open({})).header).toMatchObject({ initial: '0', limit: null });
    expect((await open({ initial: null, limit: '5' })).header).toMatchObject({ initial: null, limit: '5' });
  });
});
