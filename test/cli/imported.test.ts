import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/history/formats/formats.ts';
import { headerOf, historyOf, type RoundSketch } from '../support/history.ts';
import { ran } from './terminal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

const from = (start: string, end: string, key = 'one'): RoundSketch => ({
  key,
  before: [start],
  phases: [{ acknowledged: 10, after: end }],
});
const written = (rounds: readonly RoundSketch[], setup = false, name: 'edn' | 'porcupine' = 'edn'): string =>
  [...FORMATS[name].write(historyOf(rounds, headerOf({ setup })))].join('');

async function checked(text: string, ...flags: readonly string[]): Promise<string> {
  const file = join(folder, 'given');
  await writeFile(file, text);
  return (await ran(['check', file, ...flags])).stdout.replaceAll(/\s+/g, ' ');
}

describe('A start that nobody told', () => {
  it.each(['edn', 'porcupine'] as const)(
    'is named where another was read ahead of every write, in %s',
    async (name) => {
      const text = written([from('33', '43')], false, name);
      const told = await checked(text);
      expect(told).toMatch(/^FAIL/);
      expect(told).toContain('Where that is wrong, give --initial 33.');
      for (const start of ['33', 'unknown']) {
        const given = await checked(text, '--initial', start);
        expect(given).toMatch(/^PASS/);
        expect(given).not.toContain('Where that is wrong');
      }
      expect(await checked(text, '--initial', '0')).not.toContain('Where that is wrong');
    },
  );

  it('is not known where numbers began apart', async () => {
    const text = written([from('33', '43'), from('0', '10', 'other')]);
    expect(await checked(text)).toContain('Where that is wrong, give --initial unknown.');
    expect(await checked(text, '--initial', 'unknown')).toMatch(/^PASS/);
  });

  it('is 0 where nothing else was read', async () => {
    expect(await checked(written([from('0', '10')]))).not.toContain('Where that is wrong');
    expect(await checked(written([{ key: 'one', phases: [{ acknowledged: 10, after: '43' }] }]))).not.toContain(
      'Where that is wrong',
    );
  });
});

describe('A history of many rounds', () => {
  it('is one case, and its row is of all of them', async () => {
    const rounds = Array.from({ length: 22 }, () => from('0', '4'));
    const told = await checked(written(rounds, true));
    expect(told).toMatch(/^FAIL/);
    expect(told).not.toContain('wrong in');
    expect(told).toMatch(/imported 220 132-\?/);
  });

  it('began with what was read in the first of them, and not in a later one', async () => {
    const first: RoundSketch = { key: 'one', before: [null], phases: [{ acknowledged: 10, after: '10' }] };
    const told = await checked(written([first, from('10', '20')]), '--initial', 'unknown');
    expect(told).toMatch(/^PASS/);
  });
});

describe('Several numbers', () => {
  it('are told apart in EDN as independent keys are', () => {
    const text = written([from('0', '10'), from('0', '10')], true);
    expect(text).toContain(':f :read, :value ["one · round 1" nil]');
    expect(text).toContain(':f :read, :value ["one · round 2" 10]');
    expect(text).toContain(':f :add, :value ["one · round 2" 1]');
    expect(text).not.toContain(':key');
  });

  it('are told apart in porcupine by the key of the input', () => {
    const text = written([from('0', '10'), from('0', '10')], true, 'porcupine');
    expect(text).toContain('"Input":{"op":"add","amount":1,"key":"one · round 2"}');
  });

  it('have their own names where each was used in one round', () => {
    const text = written([from('0', '10', 'a'), from('0', '10', 'b')], true);
    expect(text).toContain(':value ["b" 10]');
  });

  it('keep names however long they are', async () => {
    const name = 'k'.repeat(250);
    const text = written([from('0', '10', `${name}a`), from('0', '10', `${name}b`)], true);
    expect(await checked(text)).toMatch(/^PASS/);
  });
});
