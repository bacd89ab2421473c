import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LoadOptions, loadScenario, parseScenario } from '../../src/scenario/load.ts';

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
      write: { method: 'POST', url: 'http://127.0.0.1:8080/counter', body: null, timeoutMs: 10_000 },
      outcome: {
        acknowledged: [[200, 299]],
        rejected: [
          [400, 407],
          [409, 424],
          [426, 498],
        ],
      },
      readings: [
        { name: 'total', request: { method: 'GET', url: 'http://127.0.0.1:8080/counter' }, take: null, as: 'number' },
      ],
      phases: [
        { kind: 'concurrent', name: 'concurrent', count: 10, everyMs: null, connections: null, holdMs: 100 },
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
      write: { url: 'http://127.0.0.1:8080/api/counters/c-{{run_id}}-{{round}}/increment', timeoutMs: 5_000 },
      phases: [
        { name: 'burst', count: 20, connections: 4, holdMs: 5 },
        { name: 'spaced', count: 3, connections: null, everyMs: 1_200 },
      ],
      settleMs: 300,
      rounds: 20,
      vars: { id: 'c-{{run_id}}-{{round}}', n: 5 },
    });
    expect(scenario.write.headers).toContainEqual(['Idempotency-Key', '"{{key}}"']);
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
    expect(scenario.write).toMatchObject({ url: '{{page}}', relativeTo: 'http://127.0.0.1:8080' });
    expect(scenario.readings[0]).toMatchObject({ take: { kind: 'regex', pattern: 'Views: (\\d+)' } });
  });

  it('may hold a body that looks like an operator, and values that never repeat', () => {
    const scenario = parse(`${SMALL.replace('POST /counter', 'PUT /counter, json: { likes: { $inc: 1 } }')}expect:
  total: { risesBy: acknowledged, perPhase: true }
  unique: $.n
`);
    expect(scenario.write.body).toEqual({ kind: 'json', json: { likes: { $inc: 1 } } });
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
        [200, 200],
        [409, 409],
      ],
      rejected: [
        [400, 407],
        [410, 424],
        [426, 498],
      ],
    });
  });

  it('takes headers and form fields letter by letter', () => {
    const scenario = parse(
      `${SMALL.replace('POST /counter', 'POST /counter, headers: { X-V: 1.10, X-Y: true }, form: { n: 007 }')}`,
    );
    expect(scenario.write.headers.slice(0, 2)).toEqual([
      ['X-V', '1.10'],
      ['X-Y', 'true'],
    ]);
    expect(scenario.write.body).toEqual({ kind: 'form', fields: [['n', '007']] });
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
    expect(parse(yaml).write).toMatchObject({ method, url: `http://127.0.0.1:8080${path}` });
  });

  it('reads a comment after a request as a comment', () => {
    expect(
      parse(SMALL.replace('{ request: POST /counter }', '\n  request: POST /counter   # the write')).write.url,
    ).toMatch(/\/counter$/);
  });

  it('repeats a part by an anchor, merged or whole', () => {
    const scenario = parse(`version: 1
target: http://127.0.0.1:8080
setup: [&common { request: POST /counter, headers: { X-A: b } }]
write: { <<: *common, timeout: 1s }
read: { total: { request: GET /counter } }
`);
    expect(scenario.write).toMatchObject({ method: 'POST', timeoutMs: 1_000 });
  });

  it('is read as UTF-8 with a byte-order mark and Windows line endings', () => {
    expect(parse(`\ufeff${SMALL}`.replaceAll('\n', '\r\n')).write.method).toBe('POST');
  });
});

describe('variables from outside', () => {
  const yaml = SMALL.replace('version: 1', 'version: 1\nvars: { n: 5, on: true, text: "5" }');

  it('replace those of the file and keep their type', () => {
    expect(parse(yaml, { vars: { n: '7', on: 'false', text: '7', more: 'x' } }).vars).toEqual({
      n: 7,
      on: false,
      text: '7',
      more: 'x',
    });
  });

  it('cannot replace a number by a word', () => {
    expect(() => parse(yaml, { vars: { n: 'many' } })).toThrow(/--var n=… replaces 5, so it takes a number/);
  });

  it('define what the file leaves open', () => {
    const open = SMALL.replace('http://127.0.0.1:8080', '"{{base}}"');
    expect(parse(open, { vars: { base: 'http://127.0.0.1:1' } }).write.url).toBe('http://127.0.0.1:1/counter');
  });
});

describe('secrets of a scenario', () => {
  it('are the environment values it uses, and no others', () => {
    const yaml = SMALL.replace('POST /counter', 'POST /counter, headers: { X-K: "{{env.TOKEN}}" }');
    const scenario = parse(yaml, { env: { TOKEN: 'token-abc', OTHER: 'other-abc' } });
    expect(scenario.env).toEqual({ TOKEN: 'token-abc' });
    expect(scenario.secrets).toEqual(['token-abc']);
  });

  it('are the credentials of its headers and of its target', () => {
    const yaml = `${SMALL.replace('http://', 'http://bob:hunter22@')}`;
    const scenario = parse(
      yaml.replace('POST /counter', 'POST /counter, headers: { Authorization: Bearer abcdefgh, Cookie: "sid=c00kie" }'),
    );
    expect(scenario.write.url).toBe('http://127.0.0.1:8080/counter');
    expect(scenario.secrets).toEqual(
      expect.arrayContaining(['abcdefgh', 'c00kie', 'hunter22', Buffer.from('bob:hunter22').toString('base64')]),
    );
    expect(scenario.readings[0]?.request.headers).toContainEqual([
      'Authorization',
      `Basic ${Buffer.from('bob:hunter22').toString('base64')}`,
    ]);
  });

  it('are the variables named as such', () => {
    const yaml = SMALL.replace('version: 1', 'version: 1\nvars: { pin: "123{{env.LAST}}" }');
    expect(parse(yaml, { secrets: ['pin'], env: { LAST: '4567' } }).secrets).toContain('1234567');
  });

  it.each([
    [{ secrets: ['pin'], vars: { pin: 'abc' } }, /shorter than 4/],
    [{ secrets: ['nobody'] }, /no variable and no environment value/],
    [{ secrets: ['pin'], vars: { pin: 'x-{{round}}' } }, /changes during the run/],
  ])('that cannot be kept are refused: %o', (options, message) => {
    expect(() => parse(SMALL, options)).toThrow(message);
  });
});

describe('what a command line lays over a file', () => {
  it('changes that and nothing else', () => {
    const before = parse(SMALL);
    const after = parse(SMALL, { overrides: { rounds: 3, timeoutMs: 50, settleMs: 10 } });
    expect(after).toMatchObject({
      rounds: 3,
      settleMs: 10,
      write: { timeoutMs: 50 },
      readings: [{ request: { timeoutMs: 50 } }],
    });
    expect(after.phases).toEqual(before.phases);
  });
});

describe('loading from disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counter-probe-'));
  const write = (name: string, bytes: string | Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  it('finds a body file beside the scenario and is named for its own file', () => {
    write('body.bin', Uint8Array.of(0, 255, 123, 123));
    const path = write('likes.probe.yaml', SMALL.replace('POST /counter', 'POST /counter, bodyFile: body.bin'));
    const scenario = loadScenario(path, { env: {} });
    expect(scenario).toMatchObject({
      name: 'likes',
      file: path,
      write: { body: { kind: 'bytes', base64: 'AP97ew==' } },
    });
  });

  it.each([
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0x00), /UTF-16/],
    ['Latin-1', Uint8Array.of(0x6e, 0xe4, 0x68), /not UTF-8/],
    ['more than a megabyte', '#'.repeat(1_048_577), /1048577 bytes/],
  ])('refuses %s', (name, bytes, message) => {
    expect(() => loadScenario(write(`${name}.yaml`, bytes), { env: {} })).toThrow(message);
  });

  it('says which file cannot be read', () => {
    expect(() => loadScenario(join(folder, 'nowhere.yaml'), { env: {} })).toThrow(
      /cannot read .*nowhere\.yaml: ENOENT/,
    );
  });
});
