import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load.ts';
import { HEAD, REST } from './broken-file.ts';

const namesOf = (...phases: readonly string[]): readonly string[] => {
  const load = `load:\n${phases.map((phase) => `  - { phase: ${phase}, count: 2 }\n`).join('')}`;
  return parseScenario(`${HEAD}${REST}${load}`, 'x.probe.yaml', { env: {} }).phases.map(({ name }) => name);
};

it.each([
  ['a phase without a name is called after its kind', ['concurrent', 'spaced'], ['concurrent', 'spaced']],
  [
    'and has a number where another is',
    ['concurrent', 'spaced', 'concurrent', 'concurrent'],
    ['concurrent', 'spaced', 'concurrent-2', 'concurrent-3'],
  ],
  ['or was named so', ['spaced', 'concurrent, name: spaced'], ['spaced-2', 'spaced']],
  ['with a number nobody has', ['spaced', 'spaced', 'spaced, name: spaced-2'], ['spaced', 'spaced-3', 'spaced-2']],
])('%s', (_, phases, names) => {
  expect(namesOf(...phases)).toEqual(names);
});
