import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { right } from './recorded.ts';
import { ran } from './terminal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Not read at once. */
const MORE = ' '.repeat(2_000_000);

const FILES = '/proc/self/fd';
const openFiles = (): readonly string[] =>
  readdirSync(FILES).flatMap((fd) => {
    try {
      return readlinkSync(`${FILES}/${fd}`);
    } catch {
      return [];
    }
  });

it.runIf(existsSync(FILES)).each([
  ['that is no history', ['odd.txt']],
  ['of which the first line is none', ['odd.ndjson']],
  ['of events that are none', ['odd.edn']],
  ['of calls that are none', ['odd.json']],
  ['beside another that cannot be read', ['right.edn', 'odd.ndjson']],
])('A file %s is closed', async (_, names) => {
  await writeFile(join(folder, 'odd.txt'), `x${MORE}`);
  await writeFile(join(folder, 'odd.ndjson'), `x\n${MORE}`);
  await writeFile(join(folder, 'odd.edn'), `{:type :gone}${MORE}`);
  await writeFile(join(folder, 'odd.json'), `{"Call":"x"}${MORE}`);
  await writeFile(join(folder, 'right.edn'), `${right}${MORE}`);
  const paths = names.map((name) => join(folder, name));
  expect((await ran(['check', ...paths])).exitCode).toBe(2);
  expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
});
