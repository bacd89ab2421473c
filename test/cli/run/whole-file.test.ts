import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeReports } from '../../../src/cli/run/reporters.ts';
import { writeWhole } from '../../../src/cli/run/whole-file.ts';
import { mustBeWritable } from '../../../src/cli/run/writable.ts';
import { report, scenario } from '../../report/sample.ts';
import { CLI } from '../../support/cli.ts';
import { terminal } from '../terminal.ts';

let folder: string;
const file = (name: string): string => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('A file is written as a whole', () => {
  it('with the mode of the one before it, and where a link to it leads', async () => {
    await writeFile(file('it'), 'before');
    await chmod(file('it'), 0o640);
    await symlink('it', file('link'));
    await writeWhole(file('link'), 'after');
    expect(await readFile(file('it'), 'utf8')).toBe('after');
    expect((await stat(file('it'))).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['it', 'link']);
  });

  it('where a link leads to that is not there yet', async () => {
    await symlink('it', file('link'));
    await writeWhole(file('link'), 'new');
    expect(await readFile(file('it'), 'utf8')).toBe('new');
  });

  it('into what is no regular file as that is', async () => {
    await promisify(execFile)('mkfifo', [file('pipe')]);
    const [text] = await Promise.all([readFile(file('pipe'), 'utf8'), writeWhole(file('pipe'), 'through')]);
    expect(text).toBe('through');
    expect((await stat(file('pipe'))).isFIFO()).toBe(true);
  });

  it('and asking whether it can be leaves what is there', async () => {
    await writeFile(file('it'), 'before');
    await mustBeWritable(file('it'));
    await mustBeWritable(file('new'));
    expect(await readFile(file('it'), 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['it']);
  });
});

it('Where there is no room for a certificate the one before it is left, and what to do is told', async () => {
  const calls = Array.from({ length: 20_000 }, (_, i) =>
    JSON.stringify({ ClientId: 0, Input: { op: 'add' }, Call: 2 * i, Output: null, Return: 2 * i + 1 }),
  );
  await writeFile(file('history.json'), calls.join('\n'));
  await writeFile(file('it'), 'before');
  const args = [process.execPath, CLI, 'check', file('history.json'), '--certificate', file('it')];
  const ran = promisify(execFile)('sh', ['-c', 'ulimit -f 32; exec "$0" "$@"', ...args]);
  const { code, stderr } = await ran.then(
    () => ({ code: 0, stderr: '' }),
    (error) => error,
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(/it cannot be written \(EFBIG\) \(give a path where a file may be that large/);
  expect(await readFile(file('it'), 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['history.json', 'it']);
});

it('A report that cannot be saved is no reason to keep back another', async () => {
  const told = terminal();
  const gone = { format: 'json', path: file('gone/report.json') } as const;
  await writeReports(report(scenario()), [{ format: 'human', path: null }, gone], told.io);
  expect(told.stdout()).not.toBe('');
  expect(told.stderr()).toMatch(/^counter-probe: warning: a report is missing: \S+ cannot be written \(ENOENT\)\n$/);
  await expect(writeReports(report(scenario()), [gone], told.io)).rejects.toThrow('cannot be written (ENOENT)');
});

it('A folder, and a place in none, cannot be written', async () => {
  await mkdir(file('folder'));
  await expect(mustBeWritable(file('folder'))).rejects.toThrow('(EISDIR)');
  await expect(mustBeWritable(file('none/it'))).rejects.toThrow('(ENOENT)');
});
