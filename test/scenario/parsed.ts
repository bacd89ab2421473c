import { type LoadOptions, parseScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

const PARTS = {
  target: 'target: http://127.0.0.1:8080',
  write: 'write: { request: POST /counter }',
  read: 'read: { total: { request: GET /counter } }',
};

/** The scenario of a file with these lines; what they leave out of target, write and read is the simplest there is. */
export function scenarioOf(lines: string, options: Partial<LoadOptions> = {}): Scenario {
  const keys = lines.split('\n').map((line) => line.split(':')[0]);
  const rest = Object.entries(PARTS).flatMap(([key, line]) => (keys.includes(key) ? [] : [line]));
  return parseScenario(['version: 1', ...rest, lines, ''].join('\n'), 'x.probe.yaml', { env: {}, ...options });
}
