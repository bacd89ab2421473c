import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProbeError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/load.ts';
import { runs } from '../support/runs.ts';

const GOOD = `version: 1
target: "{{base}}"
vars: { base: http://127.0.0.1:8080, id: "c-{{run_id}}" }
setup:
  - { request: "PUT /c/{{id}}", json: { value: 0 }, take: { tag: $.tag } }
write:
  request: POST /c/{{id}}   # once
  headers: { If-Match: "{{tag}}" }
identities: { count: 2, headers: { X-A: "{{identity}}" }, setup: [{ request: GET /login, take: { csrf: text } }] }
outcome:
  rejected: [409, { status: 200, where: $.error, equals: no }]
  created: 201
load:
  - { phase: spaced, count: 3, every: 20ms, abort: { after: 1ms, share: 50% }, expect: { created: 1 } }
  - { phase: paced, rate: 4/s, for: 1s, write: { steps: [{ request: GET /n, take: { n: $.n } }, { request: PUT /n, json: "{{n + 1}}" }] } }
  - { phase: retry, lose: reply, times: 2 }
  - { phase: replay, when: other-body, json: { a: 1 } }
  - { phase: request, request: GET /flush, expect: { status: 204 }, take: { m: text } }
  - { phase: run, run: "restart {{run_id}}" }
read:
  total: { request: "GET /c/{{id}}", take: 'regex:(\\d+)', settle: 1s, during: { atMost: 5 }, within: 5% }
  other: { request: GET /other, take: $.items, as: list, distinct: $.id, absent: 0, adds: 1 }
expect:
  total: { risesBy: acknowledged, perPhase: true, atMost: other }
  other: 3
  acknowledged: { atLeast: 1, atMost: keys }
  sumsTo: { of: [total, other], equals: 100 }
  unharmed: { request: GET /go }
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
  it('was well before', () => {
    expect(errorOf(GOOD)).toBeNull();
  });

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
      { numRuns: runs(150) },
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
