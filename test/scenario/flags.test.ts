import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOptionsFromFlags, type RunFlags, scenarioFromFlags } from '../../src/scenario/flags.ts';
import { parseScenario } from '../../src/scenario/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'counter-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const URL = 'http://127.0.0.1:8080/counter';
const from = (flags: RunFlags, env: Record<string, string> = {}) => scenarioFromFlags({ url: URL, ...flags }, { env });

describe('flags alone', () => {
  it('need a URL and nothing else', () => {
    expect(from({})).toMatchObject({
      name: `POST ${URL}`,
      file: null,
      write: { steps: [], request: { method: 'POST', url: URL, body: null, timeoutMs: 10_000 } },
      readings: [{ name: 'value', request: { method: 'GET', url: URL }, take: null, as: 'number' }],
      phases: [
        { kind: 'concurrent', count: 10, connections: null, holdMs: 100 },
        { kind: 'spaced', count: 10, everyMs: 50, connections: 'fresh' },
      ],
      expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: true }], unique: false },
      rounds: 1,
      settleMs: 2_000,
      minOverlap: null,
      maxSpreadMs: null,
      deadlineMs: 600_000,
    });
  });

  it('make the same scenario as a file that says the same', () => {
    const file = parseScenario(
      `version: 1
name: POST ${URL}
write: { request: "POST ${URL}" }
read: { value: { request: "GET ${URL}" } }`,
      'x.yaml',
      { env: {} },
    );
    expect(from({})).toEqual({ ...file, file: null });
  });

  it('set the phases', () => {
    expect(from({ concurrency: '40', spaced: '15', spacing: '1ms', connections: '2' }).phases).toMatchObject([
      { count: 40 },
      { count: 15, everyMs: 1, connections: 2 },
    ]);
    expect(from({ concurrency: '7' }).phases).toMatchObject([{ count: 7 }, { count: 7 }]);
    expect(from({ concurrency: '7', spaced: '0' }).phases).toMatchObject([{ kind: 'concurrent', count: 7 }]);
  });

  it('set how it is judged', () => {
    const flags = {
      rounds: '20',
      settle: '5s',
      step: '-2.50',
      minOverlap: '4',
      maxSpread: '3ms',
      deadline: '1m',
      maxTime: '1.5',
    };
    expect(from({ ...flags, returns: '$.n', ok: '200,201', refused: '409', as: 'count', take: '$[*]' })).toMatchObject({
      rounds: 20,
      settleMs: 5_000,
      step: '-2.5',
      minOverlap: 4,
      maxSpreadMs: 3,
      deadlineMs: 60_000,
      write: { request: { timeoutMs: 1_500 } },
      returns: { kind: 'jsonpath', query: '$.n' },
      expect: { unique: true },
      outcome: {
        acknowledged: [{ status: [[200, 201]], where: null }],
        rejected: [{ status: [[409, 409]], where: null }],
      },
      readings: [{ as: 'count', take: { kind: 'jsonpath', query: '$[*]' } }],
    });
  });

  it('fill in variables, also from a file', () => {
    const path = file('vars.yaml', 'id: from-file\nn: 3\n');
    const scenario = from({
      url: 'http://{{host}}/c/{{id}}-{{round}}',
      header: ['X-N: {{n}}'],
      var: ['host=127.0.0.1:1', 'id=x=y'],
      varsFile: path,
    });
    expect(scenario).toMatchObject({
      write: { request: { url: 'http://127.0.0.1:1/c/x=y-{{round}}' } },
      vars: { id: 'x=y', n: 3 },
    });
    expect(scenario.name).toBe('POST http://127.0.0.1:1/c/x=y-{{round}}');
  });
});

describe('the read that goes with the write', () => {
  it.each([
    [undefined, 'http://h/a/b?q=1'],
    ['http://other/x', 'http://other/x'],
    ['/stats', 'http://h/stats'],
    ['c', 'http://h/a/c'],
    ['?p=2', 'http://h/a/b?p=2'],
  ])('--read %s is %s', (read, url) => {
    expect(from({ url: 'http://h/a/b?q=1', read }).readings[0]?.request.url).toBe(url);
  });

  it('carries the credentials of the write, and nothing that describes a body', () => {
    const { readings } = from({
      header: ['Content-Type: application/json', 'X-Tenant: t', 'Idempotency-Key: k', 'If-Match: "1"', 'Accept:'],
      data: [{ kind: 'data', text: '{}' }],
      user: 'bob:hunter22',
      cookie: ['sid=1'],
      readHeader: ['X-Tenant: u', 'X-Read: r'],
    });
    expect(readings[0]?.request).toMatchObject({ method: 'GET', body: null });
    expect(readings[0]?.request.headers).toEqual([
      ['X-Tenant', 'u'],
      ['X-Read', 'r'],
      ['Authorization', `Basic ${Buffer.from('bob:hunter22').toString('base64')}`],
      ['Cookie', 'sid=1'],
      ['User-Agent', 'counter-probe'],
    ]);
  });

  it('takes no credentials to another host', () => {
    const { readings } = from({
      read: 'http://127.0.0.1:1/x',
      user: 'bob:hunter22',
      cookie: ['sid=1'],
      header: ['X-Tenant: t'],
    });
    expect(readings[0]?.request.headers.map(([name]) => name)).toEqual(['X-Tenant', 'Accept', 'User-Agent']);
  });

  it('is left out by none, when answers are looked at', () => {
    expect(from({ read: 'none', returns: '$.n' })).toMatchObject({
      readings: [],
      expect: { readings: [], unique: true },
    });
  });

  it('of a write by GET must be said', () => {
    expect(() => from({ request: 'GET' })).toThrow(/^--read is missing: the write is a GET itself/);
    expect(from({ request: 'GET', take: 'text' }).readings[0]?.request.url).toBe(URL);
    expect(from({ request: 'GET', read: '/metrics' }).readings[0]?.request.url).toBe('http://127.0.0.1:8080/metrics');
  });
});

describe('secrets among flags', () => {
  it('are passwords, tokens, cookies and named values, in the forms they are sent in', () => {
    const { secrets, env } = from(
      {
        user: 'bob:hunter22',
        header: ['X-Api-Key: key-12345', 'Cookie: sid=abcdef', 'X-From: {{env.FROM}}'],
        proxy: 'http://pat:proxypass@127.0.0.1:3128',
        var: ['pin=9876'],
        secret: ['pin', 'ELSE'],
      },
      { FROM: 'from-env', ELSE: 'else-env' },
    );
    const basics = ['bob:hunter22', 'pat:proxypass'].map((pair) => Buffer.from(pair).toString('base64'));
    expect(secrets).toEqual(
      expect.arrayContaining([
        'hunter22',
        'key-12345',
        'abcdef',
        'from-env',
        'proxypass',
        '9876',
        'else-env',
        ...basics,
      ]),
    );
    expect(env).toEqual({ FROM: 'from-env' });
  });

  it('leave the URL and the name of the scenario', () => {
    const scenario = from({ url: 'http://bob:hunter22@127.0.0.1/c/tok-1234?k=v', var: ['t=tok-1234'], secret: ['t'] });
    expect(scenario.write.request.url).toBe('http://127.0.0.1/c/tok-1234?k=v');
    expect(scenario.name).toBe('POST http://127.0.0.1/c/[secret]');
  });
});

describe('flags beside scenario files', () => {
  it('change how the files are run', () => {
    const options = loadOptionsFromFlags(
      { rounds: '3', maxTime: '2', insecure: true, var: ['a=b'], secret: ['a'], connectTimeout: '1' },
      { env: {} },
    );
    expect(options).toMatchObject({
      vars: { a: 'b' },
      secrets: ['a'],
      overrides: { rounds: 3, timeoutMs: 2_000, connection: { verifyTls: false, connectTimeoutMs: 1_000 } },
    });
  });

  it.each<[RunFlags, RegExp]>([
    [{ url: URL }, /^--url does not go with scenario files/],
    [{ concurrency: '3' }, /^--concurrency does not/],
    [{ readHeader: ['A: b'] }, /^--read-header does not/],
  ])('%j describes a request, which is the file’s to say', (flags, message) => {
    expect(() => loadOptionsFromFlags(flags, { env: {} })).toThrow(message);
  });

  it('that were not given change nothing', () => {
    expect(loadOptionsFromFlags({ header: [], data: [] }, { env: {} }).overrides).not.toHaveProperty('rounds');
  });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
