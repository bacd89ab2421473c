import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from './terminal.ts';

let folder: string;
const file = (name: string): string => join(folder, name);
const save = async (name: string, text: string): Promise<string> => {
  await writeFile(file(name), text);
  return file(name);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('check --corpus', () => {
  const line = (id: string, value: number, labels: object): string =>
    `${JSON.stringify({
      id,
      variant: 'unit',
      initial: 0,
      limit: null,
      ops: [
        { type: 'I', f: 'inc', value: null, process: 0, invoke: 0, complete: 1, outcome: 'ok' },
        { type: 'R', f: 'read', value, process: 1, invoke: 2, complete: 3, outcome: 'ok' },
      ],
      ...labels,
    })}\n`;

  it('judges one history a line in the words of the corpus', async () => {
    const path = await save('corpus.jsonl', line('a', 1, {}) + line('b', 0, {}));
    const { exitCode, stdout } = await ran(['check', '--corpus', path, '--json']);
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toMatchObject([
      { id: 'a', verdict: 'linearizable', anomaly: null, staleness: { exact: true, maxDeltaMs: 0, maxK: 0 } },
      { id: 'b', verdict: 'violation', anomaly: 'lost-update', levels: { ryw: true } },
    ]);
  });

  it('compares with the labels there are, and exits 1 when one is contradicted', async () => {
    const agreeing =
      line('a', 1, { verdict: 'linearizable' }) + line('b', 0, { anomaly: 'lost-update', levels: { ryw: true } });
    expect(await ran(['check', '--corpus', await save('corpus.jsonl', agreeing)])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^2 histories: 1 linearizable, 1 not, 0 unknown; 0 contradicted$/m),
    });
    for (const wrong of [{ verdict: 'violation' }, { levels: { mr: false } }, { staleness: { maxK: 1 } }]) {
      const path = await save('corpus.jsonl', agreeing + line('c', 1, wrong));
      expect(await ran(['check', '--corpus', path])).toMatchObject({
        exitCode: 1,
        stdout: expect.stringMatching(/^c .*contradicted: /m),
      });
    }
  });

  const judgedAs = async (variant: string, more: string): Promise<readonly unknown[]> => {
    const text = `{"id":"a","variant":"${variant}",${more}}\n`;
    const { exitCode, stdout, stderr } = await ran(['check', '--corpus', await save('one.jsonl', text), '--json']);
    if (exitCode !== 0) return [exitCode, stderr];
    const { verdict, anomaly } = JSON.parse(stdout);
    return anomaly === null ? [verdict] : [verdict, anomaly];
  };
  const read = (value: string, at = 20): string =>
    `{"type":"R","f":"read","value":${value},"process":1,"invoke":${at},"complete":${at + 1},"outcome":"ok"}`;
  const got = (value: string, at: number, delta = '1'): string =>
    `{"type":"T","f":"incget","value":${value},"delta":${delta},"process":0,"invoke":${at},"complete":${at + 1},"outcome":"ok"}`;
  const add = (delta: string, at: number): string =>
    `{"type":"I","f":"inc","value":null,"delta":${delta},"process":0,"invoke":${at},"complete":${at + 1},"outcome":"ok"}`;
  const of = (initial: string, ops: readonly string[], limit = 'null'): string =>
    `"initial":${initial},"limit":${limit},"ops":[${ops.join(',')}]`;

  it.each([
    ['unit', of('9007199254740993', [got('9007199254740994', 0), read('9007199254740994')]), 'linearizable'],
    ['unit', of('9007199254740993', [read('9007199254740992')]), 'violation', 'stale-read'],
    ['unit', of('9007199254740992', [read('9007199254740993')]), 'violation', 'phantom'],
    ['unit', of('0', [got('18014398509481985', 0), got('18014398509481986', 10)]), 'violation', 'phantom'],
    ['unit', of('0', [got('18014398509481985', 0), got('18014398509481985', 10)]), 'violation', 'phantom'],
    ['unit', of('null', [got('9007199254740997', 0), read('9007199254740997')]), 'linearizable'],
    ['unit', of('null', [got('9007199254740997', 0), read('9007199254740996')]), 'violation', 'lost-update'],
    ['unit', of('0.3', [add('1', 0), read('1.3')]), 'linearizable'],
  ])('counts exactly, however large the numbers: %s %s', async (variant, more, ...told) => {
    expect(await judgedAs(variant, more)).toEqual(told);
  });

  it.each([
    ['unit', of('0', [add('3', 0), read('3')]), 'linearizable'],
    ['unit', of('0', [add('3', 0), read('1')]), 'violation', 'lost-update'],
    ['range', of('0', [add('3', 0), read('3')]), 'linearizable'],
    ['delta', of('0', [add('0.1', 0), add('0.2', 5), read('0.3')]), 'linearizable'],
    ['delta', of('0', [add('2', 0), read('2')], '10'), 'linearizable'],
    ['delta', of('0', [add('2', 0), got('36028797018963968', 5, '3')]), 'violation', 'phantom'],
    ['delta', of('null', [add('2', 0), read('2')]), 'unknown'],
  ])('counts what each adds, whatever the variant: %s %s', async (variant, more, ...told) => {
    expect(await judgedAs(variant, more)).toEqual(told);
  });

  it.each([
    [of('0', ['{"type":"R","value":5,"valueHi":3,"process":1,"invoke":0,"complete":1,"outcome":"ok"}']), 'valueHi'],
    [of('0', ['{"type":"R","value":5,"process":1,"invoke":2,"complete":1,"outcome":"ok"}']), 'complete'],
    [of('0', [add('0', 0)]), 'above 0'],
  ])('refuses what cannot be, with its place', async (more, why) => {
    const [exitCode, stderr] = await judgedAs('unit', more);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/one\.jsonl:1:1: /);
    expect(stderr).toContain(why);
  });

  it('refuses a file without a history', async () => {
    expect(await ran(['check', '--corpus', await save('empty.jsonl', '\n')])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('there is no history in it'),
    });
  });
});
