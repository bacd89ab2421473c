import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { describeError, isProbeError } from '../../src/errors.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { terminal } from '../cli/terminal.ts';

const FOLDER = fileURLToPath(new URL('./broken/', import.meta.url));
/** By name of the file: place, message and mend. */
const EXPECTED = new Map(
  readFileSync(`${FOLDER}expected.txt`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const),
);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

describe('a broken scenario file', () => {
  it.each(files)('%s has one error, with line, column and what to do', (file) => {
    expect(errorOf(FOLDER + file)).toBe(`${FOLDER}${file}:${EXPECTED.get(file)}`);
    expect(EXPECTED.get(file)).toMatch(/^\d+:\d+: .*(?: takes | \(.+\)$)/);
  });

  it('is one of forty at least, and each is expected', () => {
    expect(files.length).toBeGreaterThanOrEqual(40);
    expect([...EXPECTED.keys()].sort()).toEqual([...files].sort());
  });

  it('is one line of validate, which ends with 2', async () => {
    const { io, stdout, stderr } = terminal();
    expect(await main(['validate', FOLDER], io)).toBe(2);
    expect(stdout()).toBe('');
    expect(stderr().trimEnd().split('\n').sort()).toEqual(
      [...EXPECTED].map(([file, line]) => `${FOLDER}${file}:${line}`).sort(),
    );
  });
});

describe('a file with several mistakes', () => {
  it('is told all of them by validate, a line each in their order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
    const file = join(folder, 'x.probe.yaml');
    const read = (of: string) => `read: { total: { request: GET /c${of} } }`;
    const told = async (...lines: readonly string[]) => {
      writeFileSync(file, ['version: 1', 'target: http://127.0.0.1:8080', ...lines, ''].join('\n'));
      const { io, stderr } = terminal();
      expect(await main(['validate', file], io)).toBe(2);
      return stderr().trimEnd().split('\n');
    };
    const shapes = await told('naem: x', 'write: { request: POST /c }', read(', tkae: $.n'), 'rounds: many');
    expect(shapes.map((line) => line.replace(/ .*/, ''))).toEqual([`${file}:3:1:`, `${file}:5:35:`, `${file}:6:9:`]);
    const values = await told('require: soon', 'write: { request: POST /c }', read(', take: nothing'));
    expect(values.map((line) => line.replace(/ .*/, ''))).toEqual([`${file}:3:10:`, `${file}:5:41:`]);
    rmSync(folder, { recursive: true });
  });
});

function errorOf(path: string): string {
  try {
    loadScenario(path, { env: {} });
  } catch (error) {
    if (isProbeError(error)) return describeError(error);
    throw error;
  }
  return 'the file was accepted';
}
