import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProbeError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/load.ts';

const GOOD = `version: 1
target: "{{base}}"
vars: { base: http://127.0.0.1:8080, id: "c-{{run_id}}" }
setup:
  - { request: "PUT /c/{{id}}", json: { value: 0 }, take: { tag: $.tag } }
write:
  request: POST /c/{{id}}   # once
  headers: { If-Match: "{{tag}}" }
load:
  - { phase: spaced, count: 3, every: 20ms }
read:
  total: { request: "GET /c/{{id}}", take: 'regex:(\\d+)', settle: 1s }
expect:
  total: { risesBy: acknowledged }
`;
const BITS = [
  '{{',
  '}}',
  '{',
  '[',
  ']',
  ':',
  '- ',
  ' #',
  '"',
  "'",
  '\n',
  '\t',
  '&a ',
  '*a',
  '!x ',
  '|',
  '<<: ',
  '~',
  '1e999',
  '.nan',
  '\0',
  '__proto__',
  'constructor',
  '\ud800',
];

describe('a damaged scenario file', () => {
  it('is read, or is one error of one line with a place in the file', () => {
    const edit = fc.record({ at: fc.nat(GOOD.length), cut: fc.nat(6), put: fc.constantFrom('', ...BITS) });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const yaml = edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), GOOD);
        const error = errorOf(yaml);
        if (error === null) return;
        expect(isProbeError(error), String(error)).toBe(true);
        expect(error.message).not.toContain('\n');
        expect(error).toMatchObject({ place: { line: expect.toSatisfy((line) => line <= yaml.split('\n').length) } });
      }),
      { numRuns: 500 },
    );
  });
});

function errorOf(yaml: string): Error | null {
  try {
    parseScenario(yaml, 'x.yaml', { env: {} });
    return null;
  } catch (error) {
    return error as Error;
  }
}
