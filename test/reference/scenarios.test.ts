import { describe, expect, test } from 'vitest';
import { designs, findDesign } from '../../src/reference/registry.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { stories } from './stories.ts';

describe.each(stories)('scenarios/$name', ({ path, comment, wrong, right }) => {
  test('begins with the question it asks and says what a pass shows', () => {
    expect(comment).toMatch(/^# Question: .*\?\n/);
    expect(comment).toMatch(/^# A pass shows /m);
  });

  test('names a design that is wrong, with what is found, and one that is right', () => {
    expect(wrong.length).toBeGreaterThan(0);
    expect(right.length).toBeGreaterThan(0);
    for (const { id, codes } of wrong) {
      expect(findDesign(id)?.right, id).toBe(false);
      expect(codes, id).not.toEqual([]);
    }
    for (const { id } of right) expect(findDesign(id)?.right, id).toBe(true);
  });

  test('goes to the reference server unless told otherwise', () => {
    expect(loadScenario(path, { env: {} }).vars.base_url).toBe('http://127.0.0.1:8080');
    expect(loadScenario(path, { env: {}, vars: { base_url: 'http://x.test' } }).vars.base_url).toBe('http://x.test');
  });

  test('has no phase that lasts over two seconds, but the one that is about slow writes', () => {
    for (const phase of loadScenario(path, { env: {} }).phases) {
      if ('everyMs' in phase && phase.everyMs < 1000) expect(phase.count * phase.everyMs).toBeLessThanOrEqual(2000);
    }
  });
});

const COUNTS_TWICE = ['ten-writes-became-one', 'ten-writes-became-one-fast', 'path-counted-by-a-beacon'];

describe.each(COUNTS_TWICE)('%s', (name) => {
  test('probes a burst and spaced writes, each by itself', () => {
    const scenario = loadScenario(stories.find((story) => story.name === name)?.path ?? '', { env: {} });
    expect(scenario.phases).toMatchObject([
      { kind: 'concurrent', count: 10 },
      { kind: 'spaced', count: 10 },
    ]);
    expect(scenario.expect.readings).toMatchObject([{ risesBy: 'acknowledged', perPhase: true }]);
    expect(scenario.settleMs).toBe(2000);
  });
});

test('No two scenarios share a key, so that all may run together', () => {
  const keys = stories.map(({ path }) => {
    const { base_url: _, ...vars } = loadScenario(path, { env: {} }).vars;
    return String(Object.values(vars)[0]).replace(/\{\{.*/s, '');
  });
  expect(keys.every((name) => /\w/.test(name))).toBe(true);
  expect(new Set(keys).size).toBe(stories.length);
});

test('Every wrong design that comes with its backend has a scenario that finds what it is labelled with', () => {
  const embedded = designs.filter(({ needs }) => needs.every((spec) => spec.startsWith('miniflare@')));
  const found = stories.flatMap(({ wrong }) =>
    wrong.flatMap(({ id, codes }) => codes.flat().map((code) => `${id} ${code}`)),
  );
  const labelled = embedded.flatMap(({ id, finding }) => (finding === null ? [] : [`${id} ${finding}`]));
  expect(labelled.filter((label) => !found.includes(label))).toEqual([]);
});
