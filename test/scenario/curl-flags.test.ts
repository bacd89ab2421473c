import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DataPiece, type RunFlags, scenarioFromFlags } from '../../src/scenario/flags.ts';

const folder = mkdtempSync(join(tmpdir(), 'counter-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, bytes: string | Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const LINES = file('lines.txt', 'l1\r\nl2\n');
const BYTES = file('bytes.bin', Uint8Array.of(0xff, 0x0a, 0x00, 0x41));
const BRACES = file('braces.txt', 'a {{b}}');

const from = (flags: RunFlags) => scenarioFromFlags({ url: 'http://127.0.0.1:8080/a/b', ...flags }, { env: {} });
const bodyOf = (...data: DataPiece[]) => from({ data }).write.request.body;
const text = (body: string) => ({ kind: 'text', text: body });
const bytes = (...body: number[]) => ({ kind: 'bytes', base64: Buffer.from(body).toString('base64') });

describe("curl's data flags", () => {
  it.each<[string, DataPiece[], object]>([
    ['-d text', [{ kind: 'data', text: 'a=1' }], text('a=1')],
    ['-d keeps line breaks of its own', [{ kind: 'data', text: 'l\nm' }], text('l\nm')],
    ['-d @file drops line breaks', [{ kind: 'data', text: `@${LINES}` }], text('l1l2')],
    ['-d @file drops NUL', [{ kind: 'data', text: `@${BYTES}` }], bytes(0xff, 0x41)],
    ['--data-binary @file keeps all', [{ kind: 'binary', text: `@${LINES}` }], text('l1\r\nl2\n')],
    ['--data-binary @file of bytes', [{ kind: 'binary', text: `@${BYTES}` }], bytes(0xff, 0x0a, 0x00, 0x41)],
    ['--data-raw takes @ as a letter', [{ kind: 'raw', text: '@x' }], text('@x')],
    [
      'several are joined',
      [
        { kind: 'data', text: 'a' },
        { kind: 'raw', text: '@b' },
        { kind: 'binary', text: 'c' },
      ],
      text('a&@b&c'),
    ],
    [
      'text and bytes are joined',
      [
        { kind: 'data', text: 'a' },
        { kind: 'data', text: `@${BYTES}` },
      ],
      bytes(0x61, 0x26, 0xff, 0x41),
    ],
    ['a file is never a template', [{ kind: 'binary', text: `@${BRACES}` }], bytes(...Buffer.from('a {{b}}'))],
    ['--data-urlencode content', [{ kind: 'urlencode', text: 'a b' }], text('a+b')],
    ['--data-urlencode =content', [{ kind: 'urlencode', text: '=c d' }], text('c+d')],
    ['--data-urlencode name=content', [{ kind: 'urlencode', text: 'n=é+~@' }], text('n=%C3%A9%2B~%40')],
    ['--data-urlencode @file', [{ kind: 'urlencode', text: `@${LINES}` }], text('l1%0D%0Al2%0A')],
    ['--data-urlencode name@file', [{ kind: 'urlencode', text: `m@${LINES}` }], text('m=l1%0D%0Al2%0A')],
    ['--data-urlencode name@x=content', [{ kind: 'urlencode', text: 'x@y=z' }], text('x@y=z')],
    ['--data-urlencode keeps a template', [{ kind: 'urlencode', text: 'n={{run_id}} x' }], text('n={{run_id}}+x')],
    ['an empty -d is a body', [{ kind: 'data', text: '' }], text('')],
  ])('%s', (_what, data, body) => {
    expect(bodyOf(...data)).toEqual(body);
  });

  it('do not mix a template with the bytes of a file', () => {
    const data: DataPiece[] = [
      { kind: 'data', text: '{{i}}' },
      { kind: 'binary', text: `@${BRACES}` },
    ];
    expect(() => bodyOf(...data)).toThrow(/joins a \{\{name\}\} with the bytes of a file/);
  });

  it('do not wait for standard input', () => {
    expect(() => bodyOf({ kind: 'data', text: '@-' })).toThrow(/does not read standard input/);
  });

  it('send a form unless a header says otherwise, by POST unless -X does', () => {
    const data: DataPiece[] = [{ kind: 'data', text: 'a=1' }];
    const form = from({ data }).write.request;
    expect(form).toMatchObject({ method: 'POST' });
    expect(form.headers).toContainEqual(['Content-Type', 'application/x-www-form-urlencoded']);
    expect(names(from({ data, header: ['content-type: text/plain'] }))).not.toContain('Content-Type');
    expect(names(from({ data, header: ['Content-Type:'] }))).toEqual(['Accept', 'User-Agent']);
    expect(from({ data, request: 'PUT' }).write.request.method).toBe('PUT');
  });
});

describe("curl's -H", () => {
  it('sends, empties, removes and reads from a file', () => {
    const path = file('headers.txt', 'X-F: 1\r\n\r\nX-G;\n');
    const header = ['X-A;', 'X-B:', 'X-C: ;', 'X-D:  v ', 'Accept:', `@${path}`];
    expect(from({ header }).write.request.headers).toEqual([
      ['X-A', ''],
      ['X-C', ';'],
      ['X-D', 'v'],
      ['X-F', '1'],
      ['X-G', ''],
      ['User-Agent', 'counter-probe'],
    ]);
  });
});

describe("curl's -u and -b", () => {
  it('make headers, unless -H makes them', () => {
    const { write } = from({ user: 'bob:a:b', cookie: ['x=1', 'y=2; z=3'] });
    expect(write.request.headers).toContainEqual([
      'Authorization',
      `Basic ${Buffer.from('bob:a:b').toString('base64')}`,
    ]);
    expect(write.request.headers).toContainEqual(['Cookie', 'x=1; y=2; z=3']);
    const own = from({ user: 'bob:abcd', cookie: ['x=1'], header: ['Authorization: mine', 'Cookie: mine'] });
    expect(own.write.request.headers.slice(0, 2)).toEqual([
      ['Authorization', 'mine'],
      ['Cookie', 'mine'],
    ]);
    expect(names(own)).toEqual(['Authorization', 'Cookie', 'Accept', 'User-Agent']);
  });

  it('of the URL are decoded, and -u goes before them', () => {
    const basic = (pair: string) => ['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`];
    expect(from({ url: 'http://b%40b:p%3Aw@127.0.0.1/' }).write.request.headers).toContainEqual(basic('b@b:p:w'));
    expect(from({ url: 'http://b:p@127.0.0.1/', user: 'c:dddd' }).write.request.headers).toContainEqual(
      basic('c:dddd'),
    );
  });

  const jar = file(
    'cookies.txt',
    [
      '# Netscape HTTP Cookie File',
      '127.0.0.1\tFALSE\t/\tFALSE\t0\troot\t1',
      '127.0.0.1\tFALSE\t/a\tFALSE\t0\tdeep\t2',
      '#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\thidden\t3',
      '127.0.0.1\tFALSE\t/ab\tFALSE\t0\tother_path\t4',
      '.example.com\tTRUE\t/\tFALSE\t0\tother_host\t5',
      '.example.com\tTRUE\t/\tTRUE\t0\tsecure\t6',
      '127.0.0.1\tFALSE\t/\tFALSE\t1000\told\t7',
    ].join('\n'),
  );

  it.each([
    ['http://127.0.0.1:8080/a/b', 2_000_000, 'deep=2; root=1; hidden=3'],
    ['http://127.0.0.1:8080/a/b', 500_000, 'deep=2; root=1; hidden=3; old=7'],
    ['http://127.0.0.1:8080/ab', 2_000_000, 'other_path=4; root=1; hidden=3'],
    ['http://api.example.com/', 2_000_000, 'other_host=5'],
    ['https://api.example.com/', 2_000_000, 'other_host=5; secure=6'],
    ['https://notexample.com/', 2_000_000, undefined],
  ])('take from a cookie file what belongs to %s', (url, nowMs, cookie) => {
    const { write } = scenarioFromFlags({ url, cookie: [jar] }, { env: {}, nowMs });
    expect(new Map(write.request.headers).get('Cookie')).toBe(cookie);
  });

  it('refuse a file without a cookie', () => {
    expect(() => from({ cookie: [LINES] })).toThrow(/found no cookie in/);
  });
});

describe("curl's connection flags", () => {
  const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';

  it('have defaults that verify, and follow nothing', () => {
    expect(from({}).connection).toMatchObject({
      verifyTls: true,
      followRedirects: false,
      connectTimeoutMs: 10_000,
      proxy: null,
    });
  });

  it('read certificates with a password behind a colon', () => {
    const path = file('with:colon.pem', pem);
    const escaped = path.replace(':', '\\:');
    const { connection, secrets } = from({ cacert: path, cert: `${escaped}:top:secret`, insecure: true });
    expect(connection).toMatchObject({ ca: pem, cert: pem, key: pem, keyPassword: 'top:secret', verifyTls: false });
    expect(secrets).toContain('top:secret');
    expect(() => from({ cacert: LINES })).toThrow(/^--cacert found no PEM text/);
  });

  it.each([
    ['127.0.0.1:3128', 'http://127.0.0.1:3128/'],
    ['proxy.example', 'http://proxy.example:1080/'],
    ['http://proxy.example:80', 'http://proxy.example/'],
    ['https://u:p%40ss@proxy.example:8443', 'https://u:p%40ss@proxy.example:8443/'],
    ['', null],
  ])('read the proxy %j as %j', (proxy, url) => {
    expect(from({ proxy }).connection.proxy).toBe(url);
  });

  it('map hosts', () => {
    const { connection } = from({
      resolve: ['example.com:443:127.0.0.1', '*:80:[::1]', '+a:*:10.0.0.1,10.0.0.2'],
      connectTo: ['a:1:b:2', '::b:', '[::1]:80:[::2]:81'],
      noproxy: 'a, .b',
      unixSocket: '/tmp/s',
      location: true,
    });
    expect(connection).toMatchObject({
      resolve: [
        { host: 'example.com', port: 443, address: '127.0.0.1' },
        { host: '*', port: 80, address: '::1' },
        { host: 'a', port: null, address: '10.0.0.1' },
        { host: 'a', port: null, address: '10.0.0.2' },
      ],
      connectTo: [
        { host: 'a', port: 1, toHost: 'b', toPort: 2 },
        { host: null, port: null, toHost: 'b', toPort: null },
        { host: '::1', port: 80, toHost: '::2', toPort: 81 },
      ],
      noProxy: ['a', '.b'],
      unixSocket: '/tmp/s',
      followRedirects: true,
    });
  });
});

function names(scenario: ReturnType<typeof from>): readonly string[] {
  return scenario.write.request.headers.map(([name]) => name);
}
