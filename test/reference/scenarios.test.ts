import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load.ts';
import { writesOf } from '../../src/scenario/writes.ts';

const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const files = readdirSync(folder);

describe.each(files)('scenarios/%s', (file) => {
  const path = folder + file;

  test('begins with the question it asks and says what a pass shows', () => {
    const comment = readFileSync(path, 'utf8').split('version: 1')[0] ?? '';
    expect(comment).toMatch(/^# Question: .*\?\n/);
    expect(comment).toMatch(/^# A pass shows /m);
  });

  test('goes to the reference server unless told otherwise', () => {
    expect(loadScenario(path, { env: {} }).vars.base_url).toBe('http://127.0.0.1:8080');
    expect(loadScenario(path, { env: {}, vars: { base_url: 'http://x.test' } }).vars.base_url).toBe('http://x.test');
  });
});

const COUNTS_TWICE = ['ten-writes-became-one', 'ten-writes-became-one-fast', 'path-counted-by-a-beacon'];

describe.each(COUNTS_TWICE)('%s', (name) => {
  test('probes a burst and spaced writes, each by itself', () => {
    const scenario = loadScenario(`${folder}${name}.probe.yaml`, { env: {} });
    expect(scenario.phases.map((phase) => [phase.kind, writesOf(phase)])).toEqual([
      ['concurrent', 10],
      ['spaced', 10],
    ]);
    expect(scenario.expect.readings).toMatchObject([{ risesBy: 'acknowledged', perPhase: true }]);
    expect(scenario.settleMs).toBe(2000);
  });
});

test('No two scenarios share a counter, so that all may run together', () => {
  const counters = files.map((file) => {
    const { vars } = loadScenario(folder + file, { env: {} });
    return String(vars.id ?? vars.path).replace(/\{\{.*/s, '');
  });
  expect(counters.every((name) => /\w/.test(name))).toBe(true);
  expect(new Set(counters).size).toBe(files.length);
});
