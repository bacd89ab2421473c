import { expect } from 'vitest';
import { isProbeError, type ProbeError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/load.ts';

/** A file with a ‸ where its one error has to point. */
export interface Broken {
  readonly what: string;
  readonly yaml: string;
  readonly says: RegExp;
  readonly mend: RegExp;
}

export const HEAD = `version: 1
target: http://127.0.0.1:8080
`;
export const REST = `write: { request: POST /counter }
read:
  total: { request: GET /counter }
`;

export function expectOneError({ yaml, says, mend }: Broken): void {
  const error = errorOf(yaml.replace('‸', ''));
  expect(error.message).toMatch(says);
  expect(error.message).not.toContain('\n');
  expect(error.mend ?? '').toMatch(mend);
  expect(error).toMatchObject({ code: 'scenario', place: placeOfMark(yaml) });
}

export function errorOf(yaml: string): ProbeError {
  try {
    parseScenario(yaml, 'x.probe.yaml', { env: {} });
  } catch (error) {
    if (isProbeError(error)) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

function placeOfMark(yaml: string): { file: string; line: number; column: number } {
  const before = yaml.slice(0, yaml.indexOf('‸'));
  return { file: 'x.probe.yaml', line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
