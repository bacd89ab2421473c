import { readdirSync, readFileSync } from 'node:fs';
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

function errorOf(path: string): string {
  try {
    loadScenario(path, { env: {} });
  } catch (error) {
    if (isProbeError(error)) return describeError(error);
    throw error;
  }
  return 'the file was accepted';
}
