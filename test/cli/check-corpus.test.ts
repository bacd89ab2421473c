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
});
