import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isProbeError, type ProbeError } from '../../src/errors.ts';
import { loadOptionsFromFlags, type RunFlags, scenarioFromFlags } from '../../src/scenario/flags.ts';
import { parseScenario } from '../../src/scenario/load.ts';

const URL = 'http://127.0.0.1:8080/counter';
const from = (flags: RunFlags, env: Record<string, string> = {}) => scenarioFromFlags({ url: URL, ...flags }, { env });

describe('flags alone', () => {
  it('need a URL and nothing else', () => {
    expect(from({})).toMatchObject({
      name: `POST ${URL}`,
      file: null,
      write: { method: 'POST', url: URL, body: null, timeoutMs: 10_000 },
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
      write: { timeoutMs: 1_500 },
      returns: { kind: 'jsonpath', query: '$.n' },
      expect: { unique: true },
      outcome: { acknowledged: [[200, 201]], rejected: [[409, 409]] },
      readings: [{ as: 'count', take: { kind: 'jsonpath', query: '$[*]' } }],
    });
  });

  it('fill in variables, also from a file', () => {
    const path = file('vars.yaml', 'id: from-file\nn: 3\n');
    const scenario = from({
      url: 'http://{{host}}/c/{{id}}-{{round}}',
      var: ['host=127.0.0.1:1', 'id=x=y'],
      varsFile: path,
    });
    expect(scenario).toMatchObject({ write: { url: 'http://127.0.0.1:1/c/x=y-{{round}}' }, vars: { id: 'x=y', n: 3 } });
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
    expect(errorOf({ request: 'GET' })).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^--read is missing/),
      mend: expect.stringMatching(/--take/),
    });
    expect(from({ request: 'GET', take: 'text' }).readings[0]?.request.url).toBe(URL);
    expect(from({ request: 'GET', read: '/metrics' }).readings[0]?.request.url).toBe('http://127.0.0.1:8080/metrics');
  });
});

describe('a flag that is wrong is one usage error that names it', () => {
  it.each<[RunFlags, RegExp]>([
    [{ url: undefined }, /^--url is missing/],
    [{ url: 'ftp://h/x' }, /^--url: "ftp:\/\/h\/x" is not an http or https URL/],
    [{ url: 'localhost:8080/x' }, /^--url: "localhost:8080\/x" is not/],
    [{ url: 'http://h/x#y' }, /^--url: a fragment/],
    [{ url: 'http://h/{{id}}' }, /^--url: \{\{id\}\} has no value/],
    [{ url: 'http://:80/' }, /^--url: .* no valid host/],
    [{ concurrency: 'x' }, /^-c\/--concurrency takes a whole number from 1 to 10,000, not "x"/],
    [{ concurrency: '0' }, /^-c\/--concurrency takes/],
    [{ concurrency: '1e3' }, /^-c\/--concurrency takes/],
    [{ concurrency: '10001' }, /^-c\/--concurrency takes/],
    [{ spaced: '1000001' }, /^--spaced takes a whole number from 0 to 1,000,000/],
    [{ spaced: '-1' }, /^--spaced takes/],
    [{ rounds: '10001' }, /^--rounds takes a whole number from 1 to 10,000/],
    [{ spacing: '50' }, /^--spacing takes a time/],
    [{ settle: 'soon' }, /^--settle takes a time/],
    [{ deadline: '2d' }, /^--deadline takes a time/],
    [{ maxSpread: '3' }, /^--max-spread takes a time/],
    [{ maxTime: '0' }, /^-m\/--max-time takes seconds above 0/],
    [{ connectTimeout: 'x' }, /^--connect-timeout takes seconds above 0/],
    [{ minOverlap: '0' }, /^--min-overlap takes/],
    [{ connections: 'all' }, /^--connections takes/],
    [{ step: '0' }, /^--step: a step of 0/],
    [{ step: 'one' }, /^--step: "one" is not a number/],
    [{ ok: '2yy' }, /^--ok takes statuses/],
    [{ refused: '4' }, /^--refused takes statuses/],
    [{ ok: '200', refused: '2xx' }, /^--refused: 200 counts as acknowledged and as rejected/],
    [{ as: 'list' }, /^--as takes number or count, not "list"/],
    [{ as: 'count' }, /^--as: to count/],
    [{ take: 'value' }, /^--take: "value" is not a selector/],
    [{ returns: '$.' }, /^--returns: .* JSONPath/],
    [{ request: 'PSOT' }, /^-X\/--request: PSOT is not a method/],
    [{ request: 'get it' }, /^-X\/--request: /],
    [{ header: ['nonsense'] }, /^-H\/--header was given something that is no header/],
    [{ header: ['X Id: a'] }, /^-H\/--header: "X Id" is not the name/],
    [{ header: ['X-Id: {{who}}'] }, /^-H\/--header: \{\{who\}\} has no value/],
    [{ data: [{ kind: 'raw', text: '{{who}}' }] }, /^-d\/--data: \{\{who\}\} has no value/],
    [{ user: 'bob' }, /^-u\/--user has no password/],
    [{ read: 'ftp://x' }, /^--read: "ftp:\/\/x" is not/],
    [{ read: 'none' }, /^--read none leaves nothing to judge/],
    [{ read: 'none', returns: '$.n', take: '$.n' }, /^--take has no meaning/],
    [{ var: ['x'] }, /^--var "x" is not a name and a value/],
    [{ var: ['round=1'] }, /^--var round: a variable cannot be called round/],
    [{ var: ['a={{b}}', 'b={{a}}'] }, /^--var a: .*a → b → a/],
    [{ secret: ['nobody'] }, /^--secret nobody: no variable/],
    [{ var: ['pin=123'], secret: ['pin'] }, /^--secret pin: .*shorter than 4/],
    [{ proxy: 'socks5://h' }, /^-x\/--proxy takes an http or https proxy, not socks5/],
    [{ resolve: ['h:80:nowhere'] }, /^--resolve takes host:port:address/],
    [{ connectTo: ['a:b'] }, /^--connect-to takes host1:port1:host2:port2/],
  ])('%j', (flags, message) => {
    expect(errorOf(flags).message).toMatch(message);
    expect(errorOf(flags)).toMatchObject({ code: 'usage', place: null });
  });

  it.each<RunFlags>([
    { cacert: 'nowhere' },
    { cookie: ['nowhere'] },
    { data: [{ kind: 'data', text: '@nowhere' }] },
    { header: ['@nowhere'] },
    { varsFile: 'nowhere' },
  ])('a file that cannot be read: %j', (flags) => {
    expect(errorOf(flags)).toMatchObject({
      code: 'file',
      message: expect.stringMatching(/cannot read nowhere: ENOENT/),
    });
  });

  it('never shows a password', () => {
    expect(errorOf({ url: 'ftp://bob:hunter22@h/' }).message).not.toContain('hunter22');
    expect(errorOf({ url: 'http://bob:hunter22@h:99999/' }).message).not.toContain('hunter22');
    expect(errorOf({ header: ['hunter22'] }).message).not.toContain('hunter22');
    expect(errorOf({ proxy: 'socks://bob:hunter22@h' }).message).not.toContain('hunter22');
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
    expect(scenario.write.url).toBe('http://127.0.0.1/c/tok-1234?k=v');
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
  const path = join(mkdtempSync(join(tmpdir(), 'counter-probe-')), name);
  writeFileSync(path, text);
  return path;
}

function errorOf(flags: RunFlags): ProbeError {
  try {
    from(flags);
  } catch (error) {
    if (isProbeError(error)) return error;
    throw error;
  }
  throw new Error('the flags were accepted');
}
