import { link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Counting, counting } from './counter.ts';
import { right } from './recorded.ts';
import { ran } from './terminal.ts';

let folder: string;
let server: Counting;
const file = (name: string): string => join(folder, name);

beforeEach(async () => {
  server = await counting();
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
  await mkdir(file('sub'));
  await writeFile(file('history.edn'), right);
  await link(file('history.edn'), file('hard'));
  await symlink(file('history.edn'), file('soft'));
  await symlink('.', file('round'));
});
afterEach(() => Promise.all([server.close(), rm(folder, { recursive: true })]));

const SPELLINGS = ['history.edn', './history.edn', 'sub/../history.edn', 'hard', 'soft', 'round/history.edn'];

/** Refused, with nothing on stdout. */
async function refused(args: readonly string[], message: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await ran(args, { cwd: folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(message);
}

describe('check', () => {
  it.each(SPELLINGS)('writes nothing over the history that it judges, as %s', async (path) => {
    await refused(['check', 'history.edn', '--reporter', `json=${path}`], /is the history itself/);
    await refused(['check', 'history.edn', '--certificate', path], /is the history itself/);
    await refused(['check', path, '--reporter', 'human=history.edn'], /is the history itself/);
    expect(await readFile(file('history.edn'), 'utf8')).toBe(right);
  });

  it('writes no two outputs into one file', async () => {
    await symlink('out', file('to-be'));
    for (const other of ['out', './out', 'sub/../out', 'to-be', 'round/out'])
      await refused(['check', 'history.edn', '--reporter', 'json=out', '--certificate', other], /is .* itself/);
    await refused(['check', 'history.edn', '--reporter', 'json=out', '--reporter', 'human=./out'], /is .* itself/);
    await expect(readFile(file('out'))).rejects.toThrow('ENOENT');
  });

  it.each(SPELLINGS)('takes no history for two machines, as %s', async (path) => {
    await refused(['check', 'history.edn', path], /is given twice/);
    await refused(['check', 'history.edn', path, '--to', 'ndjson'], /is given twice/);
  });

  it('reads no stdin twice', () => refused(['check', '-', '-'], /stdin is given twice/));
});

describe('run', () => {
  const QUICK = ['-c', '3', '--spaced', '0', '--settle', '100ms'];

  it('writes nothing over what it reads, and no two outputs into one file, before anything is sent', async () => {
    const scenario = `version: 1
name: it
target: ${JSON.stringify(new URL(server.url).origin)}
object: counter
write: { request: POST /counter }
load: [{ phase: concurrent, count: 3 }]
read: { total: { request: GET /counter, take: $.value } }
`;
    await writeFile(file('it.probe.yaml'), scenario);
    await writeFile(file('vars.json'), '{}');
    const path = file('it.probe.yaml');
    await refused(['run', path, '--history', 'sub/../it.probe.yaml'], /is the scenario file .* itself/);
    await refused(['run', path, '--reporter', 'json=it.probe.yaml'], /is the scenario file .* itself/);
    await refused(
      ['run', path, '--vars-file', file('vars.json'), '--reporter', 'json=./vars.json'],
      /is the file .* itself/,
    );
    const url = [...QUICK, '--url', server.url];
    await refused(['run', ...url, '-d', `@${file('vars.json')}`, '--history', 'vars.json'], /is the file .* itself/);
    await refused(['run', ...url, '--history', 'h', '--reporter', 'json=./h'], /is --history h itself/);
    await refused(['run', ...url, '-o', 'made', '--history', 'made/report.json'], /is --history .* itself/);
    expect(server.requests()).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(scenario);
  });
});

it('compare writes its page over no scenario file', async () => {
  await writeFile(file('it.probe.yaml'), 'version: 1\n');
  await writeFile(file('vars.json'), '{}');
  const args = ['compare', 'memory-atomic', '--vars-file', file('vars.json'), '--html'];
  await refused([...args, 'sub/../vars.json'], /--html .* is the file .* itself/);
});
