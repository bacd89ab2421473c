import { describe, expect, it } from 'vitest';
import { scenarioOf } from './parsed.ts';

describe('identities', () => {
  const scenario = scenarioOf(`setup: [{ request: GET /shop, take: { shop: $.id } }]
identities:
  count: 3
  headers: { X-Client: "{{identity}}-{{shop}}", Authorization: "Bearer s3cr3t-token", X-Version: 1.10 }
  setup:
    - { request: "POST /login?u={{identity}}", expect: { status: 204 }, take: { csrf: "header:X-CSRF" } }
    - { request: GET /cart, headers: { X-CSRF: "{{csrf}}" } }
write:
  request: POST /orders
  headers: { X-CSRF: "{{csrf}}", X-Who: "{{identity}}" }`);

  it('have headers and a setup of their own, whose values their writes know', () => {
    expect(scenario.identities).toMatchObject({
      count: 3,
      headers: [
        ['X-Client', '{{identity}}-{{shop}}'],
        ['Authorization', 'Bearer s3cr3t-token'],
        ['X-Version', '1.10'],
      ],
      setup: [
        {
          request: { url: 'http://127.0.0.1:8080/login?u={{identity}}' },
          expect: [[204, 204]],
          take: { csrf: { kind: 'header', name: 'X-CSRF' } },
        },
        { request: { method: 'GET' } },
      ],
    });
    expect(scenario.write.request.headers.slice(0, 2)).toEqual([
      ['X-CSRF', '{{csrf}}'],
      ['X-Who', '{{identity}}'],
    ]);
  });

  it('keep their credentials out of outputs', () => {
    expect(scenario.secrets).toContain('s3cr3t-token');
  });

  it('take nothing that readings could know', () => {
    const lines =
      'identities: { count: 2, setup: [{ request: GET /x, take: { csrf: text } }] }\nread: { a: { request: "GET /{{csrf}}" } }';
    expect(() => scenarioOf(lines)).toThrow(/\{\{csrf\}\} has no value/);
  });
});

describe('a write of several steps', () => {
  const scenario = scenarioOf(`write:
  timeout: 3s
  returns: $.n
  steps:
    - { request: GET /page, take: { n: $.views, tag: "header:ETag" }, expect: { status: 200 } }
    - request: PUT /page
      headers: { If-Match: "{{tag}}" }
      json: { views: "{{n + 1}}", before: "{{n - 1}}" }
      timeout: 1s`);

  it('reads, takes and sends back', () => {
    expect(scenario.write).toMatchObject({
      steps: [
        { request: { method: 'GET', timeoutMs: 3_000 }, expect: [[200, 200]], take: { n: { query: '$.views' } } },
      ],
      request: { method: 'PUT', timeoutMs: 1_000, body: { json: { views: '{{n + 1}}', before: '{{n - 1}}' } } },
    });
    expect(scenario.returns).toMatchObject({ query: '$.n' });
  });

  it('takes nothing that another write could know', () => {
    const other = `write: { steps: [{ request: GET /page, take: { n: text } }, { request: "PUT /{{n}}" }] }
load: [{ phase: spaced, count: 1, write: { steps: [{ request: "PUT /{{n}}" }] } }]`;
    expect(() => scenarioOf(other)).toThrow(/\{\{n\}\} has no value/);
  });

  it('is limited like any request by a flag', () => {
    const { write } = scenarioOf('write: { steps: [{ request: GET /page }, { request: PUT /page }] }', {
      overrides: { timeoutMs: 70 },
    });
    expect([write.steps[0]?.request.timeoutMs, write.request.timeoutMs]).toEqual([70, 70]);
  });
});

describe('a command', () => {
  it('may hold values of the round, and no other', () => {
    const load = (command: string) => `load:\n  - { phase: run, run: "${command}" }\n  - { phase: spaced, count: 1 }`;
    expect(scenarioOf(load('reset {{run_id}} {{round}}')).phases[0]).toMatchObject({
      command: 'reset {{run_id}} {{round}}',
    });
    expect(() => scenarioOf(load('reset {{key}}'))).toThrow(/in a write only/);
    expect(() => scenarioOf(load('reset {{nobody}}'))).toThrow(/no value/);
  });
});
