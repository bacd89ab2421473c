import { describe, expect, it } from 'vitest';
import { type LoadOptions, parseScenario } from '../../src/scenario/load.ts';

const parse = (yaml: string, options: Partial<LoadOptions> = {}) =>
  parseScenario(yaml, 'x.probe.yaml', { env: {}, ...options });

const SMALL = `version: 1
target: http://127.0.0.1:8080
write: { request: POST /counter }
read:
  total: { request: /counter }
`;

describe('a scenario file', () => {
  it('needs little: the rest has defaults', () => {
    expect(parse(SMALL)).toMatchObject({
      name: 'x',
      object: 'counter',
      require: 'eventual',
      step: '1',
      write: {
        steps: [],
        request: { method: 'POST', url: 'http://127.0.0.1:8080/counter', body: null, timeoutMs: 10_000 },
      },
      outcome: {
        acknowledged: [{ status: [[200, 299]], where: null }],
        rejected: [
          {
            status: [
              [400, 407],
              [409, 424],
              [426, 498],
            ],
            where: null,
          },
        ],
        named: [],
      },
      readings: [
        { name: 'total', request: { method: 'GET', url: 'http://127.0.0.1:8080/counter' }, take: null, as: 'number' },
      ],
      phases: [
        { kind: 'concurrent', name: 'concurrent', count: 10, connections: null, holdMs: 100 },
        { kind: 'spaced', name: 'spaced', count: 10, everyMs: 50, connections: 'fresh' },
      ],
      expect: { readings: [{ reading: 'total', risesBy: 'acknowledged', perPhase: true }], unique: false },
      rounds: 1,
      settleMs: 2_000,
      quietMs: 200,
      deadlineMs: 600_000,
      secrets: [],
    });
  });

  it('keeps built-in values as templates and fills in its own variables where a URL needs them', () => {
    const scenario = parse(`version: 1
target: "{{base_url}}"
vars: { base_url: http://127.0.0.1:8080/api/, id: "c-{{run_id}}-{{round}}", n: 5 }
setup:
  - { request: "PUT /counters/{{id}}", json: { value: "{{n}}" }, expect: { status: 2xx } }
write:
  request: POST /counters/{{id}}/increment
  headers: { Idempotency-Key: '"{{key}}"' }
  timeout: 5s
read:
  total: { request: "GET /counters/{{id}}", take: $.value, settle: 300ms }
load:
  - { phase: concurrent, count: 20, connections: 4, hold: 5ms, name: burst }
  - { phase: spaced, count: 3, every: 1.2s, connections: N }
rounds: 20
`);
    expect(scenario).toMatchObject({
      setup: [
        {
          request: { method: 'PUT', url: 'http://127.0.0.1:8080/api/counters/c-{{run_id}}-{{round}}' },
          expect: [[200, 299]],
        },
      ],
      write: {
        request: {
          url: 'http://127.0.0.1:8080/api/counters/c-{{run_id}}-{{round}}/increment',
          timeoutMs: 5_000,
        },
      },
      phases: [
        { name: 'burst', count: 20, connections: 4, holdMs: 5 },
        { name: 'spaced', count: 3, connections: null, everyMs: 1_200 },
      ],
      settleMs: 300,
      rounds: 20,
      vars: { id: 'c-{{run_id}}-{{round}}', n: 5 },
    });
    expect(scenario.write.request.headers).toContainEqual(['Idempotency-Key', '"{{key}}"']);
  });

  it('takes a page from setup and writes to it by GET', () => {
    const scenario = parse(`version: 1
target: http://127.0.0.1:8080
setup:
  - { request: POST /upload, form: { burn_after: "1000" }, expect: { status: 302 }, take: { page: "header:Location" } }
write: { request: "GET {{page}}" }
read:
  views: { request: "GET {{page}}/info", take: 'regex:Views: (\\d+)' }
`);
    expect(scenario.setup[0]).toMatchObject({
      expect: [[302, 302]],
      take: { page: { kind: 'header', name: 'Location' } },
    });
    expect(scenario.write.request).toMatchObject({ url: '{{page}}', relativeTo: 'http://127.0.0.1:8080' });
    expect(scenario.readings[0]).toMatchObject({ take: { kind: 'regex', pattern: 'Views: (\\d+)' } });
  });

  it('may hold a body that looks like an operator, and values that never repeat', () => {
    const scenario = parse(`${SMALL.replace('POST /counter', 'PUT /counter, json: { likes: { $inc: 1 } }')}expect:
  total: { risesBy: acknowledged, perPhase: true }
  unique: $.n
`);
    expect(scenario.write.request.body).toEqual({ kind: 'json', json: { likes: { $inc: 1 } } });
    expect(scenario).toMatchObject({ returns: { kind: 'jsonpath', query: '$.n' }, expect: { unique: true } });
  });

  it('turns a fall into a rise by a negative step', () => {
    const falls = parse(`${SMALL}step: 0.50\nexpect: { total: { fallsBy: acknowledged } }\n`);
    expect(falls).toMatchObject({ step: '-0.5', expect: { readings: [{ risesBy: 'acknowledged', perPhase: false }] } });
    const byNumber = parse(`${SMALL}expect: { total: { fallsBy: "5.00" } }\n`);
    expect(byNumber).toMatchObject({ step: '1', expect: { readings: [{ risesBy: '-5' }] } });
  });

  it('takes a status out of the default of the other side', () => {
    const scenario = parse(`${SMALL}outcome: { acknowledged: [200, 409] }\n`);
    expect(scenario.outcome).toEqual({
      acknowledged: [
        {
          status: [
            [200, 200],
            [409, 409],
          ],
          where: null,
        },
      ],
      rejected: [
        {
          status: [
            [400, 407],
            [410, 424],
            [426, 498],
          ],
          where: null,
        },
      ],
      named: [],
    });
  });

  it('takes headers and form fields letter by letter', () => {
    const scenario = parse(
      `${SMALL.replace('POST /counter', 'POST /counter, headers: { X-V: 1.10, X-Y: true }, form: { n: 007 }')}`,
    );
    expect(scenario.write.request.headers.slice(0, 2)).toEqual([
      ['X-V', '1.10'],
      ['X-Y', 'true'],
    ]);
    expect(scenario.write.request.body).toEqual({ kind: 'form', fields: [['n', '007']] });
  });

  it.each([
    ['POST', 'POST', '/api'],
    ['POST /x', 'POST', '/api/x'],
    ['/x', 'GET', '/api/x'],
    ['PURGE ?all=1', 'PURGE', '/api?all=1'],
    ['http://127.0.0.1:8080/y', 'GET', '/y'],
    ['DELETE http://127.0.0.1:8080', 'DELETE', '/'],
  ])('asks for %s', (request, method, path) => {
    const yaml = SMALL.replace('8080', '8080/api').replace('POST /counter', JSON.stringify(request));
    expect(parse(yaml).write.request).toMatchObject({ method, url: `http://127.0.0.1:8080${path}` });
  });

  it('reads a comment after a request as a comment', () => {
    expect(
      parse(SMALL.replace('{ request: POST /counter }', '\n  request: POST /counter   # the write')).write.request.url,
    ).toMatch(/\/counter$/);
  });

  it('repeats a part by an anchor, merged or whole', () => {
    const scenario = parse(`version: 1
target: http://127.0.0.1:8080
setup: [&common { request: POST /counter, headers: { X-A: b } }]
write: { <<: *common, timeout: 1s }
read: { total: { request: GET /counter } }
`);
    expect(scenario.write.request).toMatchObject({ method: 'POST', timeoutMs: 1_000 });
  });

  it('is read as UTF-8 with a byte-order mark and Windows line endings', () => {
    expect(parse(`\ufeff${SMALL}`.replaceAll('\n', '\r\n')).write.request.method).toBe('POST');
  });
});
