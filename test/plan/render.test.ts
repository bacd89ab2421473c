import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render, renderCommand, type Values } from '../../src/plan/render.ts';
import type { BodySpec, RequestSpec } from '../../src/scenario/scenario.ts';

const request = (change: Partial<RequestSpec>): RequestSpec => ({
  method: 'POST',
  url: 'http://127.0.0.1:8080/',
  headers: [],
  body: null,
  timeoutMs: 1_000,
  ...change,
});
const urlOf = (url: string, values: Values = {}) => render(request({ url }), values).url;
const bodyOf = (body: BodySpec, values: Values) =>
  Buffer.from(render(request({ body }), values).body ?? []).toString('utf8');
const HOST = 'http://127.0.0.1:8080';

describe('a rendered URL', () => {
  it.each<[string, Values, string]>([
    ['/c/{{id}}', { id: 'a b' }, '/c/a%20b'],
    ['/c/{{id}}', { id: 'ä/ü' }, '/c/%C3%A4/%C3%BC'],
    ['/c/{{id}}', { id: 'a%20b' }, '/c/a%20b'],
    ['/c/{{id}}', { id: '100%' }, '/c/100%25'],
    ['/c/{{id}}', { id: 'C#' }, '/c/C%23'],
    ['/c/{{id}}', { id: 'a\\b' }, '/c/a%5Cb'],
    ['/c/{{id}}', { id: 'a\r\nb' }, '/c/a%0D%0Ab'],
    ['/c/{{id}}', { id: '\ud800' }, '/c/%EF%BF%BD'],
    ['/c?q={{q}}&r=1', { q: 'a=b' }, '/c?q=a=b&r=1'],
    ['/c/{{i}}', { i: 0 }, '/c/0'],
    ['/a b?c=d e', {}, '/a%20b?c=d%20e'],
  ])('%s with %j', (path, values, rendered) => {
    expect(urlOf(HOST + path, values)).toBe(HOST + rendered);
  });

  it('stays on its host whatever is filled in behind it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => {
        const url = new URL(urlOf(`${HOST}/{{a}}?x={{b}}`, { a, b }));
        expect(url.origin).toBe(HOST);
        expect(url.hash).toBe('');
        expect(url.href).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });

  it('is the same when it is rendered again: nothing is encoded twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        const once = urlOf(`${HOST}/c/{{id}}`, { id });
        expect(urlOf(once)).toBe(once);
      }),
    );
  });
});

describe('a URL that setup took', () => {
  const taken = (url: string, page: string) => render(request({ url, relativeTo: `${HOST}/api` }), { page }).url;

  it.each([
    ['{{page}}', '/p/abc?x=1', '/p/abc?x=1'],
    ['{{page}}/info', '/p/abc', '/p/abc/info'],
    ['{{page}}', `${HOST}/p/abc`, '/p/abc'],
    ['{{page}}', '/p/abc#part', '/p/abc'],
    ['{{page}}', 'http://u:p@127.0.0.1:8080/x', '/x'],
    ['{{page}}', 'p', '/p'],
    ['{{page}}', '?q=1', '/api?q=1'],
  ])('%s of %j', (url, page, rendered) => {
    expect(taken(url, page)).toBe(HOST + rendered);
  });

  it.each([
    ['http://evil.example/x', /another host, evil\.example/],
    ['//evil.example/x', /another host, evil\.example/],
    ['http://127.0.0.1:9090/x', /another host, 127\.0\.0\.1:9090/],
    ['http://127.0.0.1:8080@evil.example/', /another host, evil\.example/],
    ['javascript:alert(1)', /is none/],
    ['http://', /is none/],
  ])('may not lead away: %s', (page, message) => {
    expect(() => taken('{{page}}', page)).toThrow(message);
  });

  it('never leads away, whatever it is', () => {
    const start = fc.constantFrom('', '/', '//', '\\\\', 'http://', 'http:\\\\', 'https:', '/\\', '@', '..', '\t//');
    fc.assert(
      fc.property(start, fc.string(), (before, rest) => {
        let url: string;
        try {
          url = taken('{{page}}', before + rest);
        } catch {
          return;
        }
        expect(new URL(url).host).toBe('127.0.0.1:8080');
      }),
      { numRuns: 500 },
    );
  });
});

describe('rendered headers', () => {
  it('are filled in', () => {
    const { headers } = render(
      request({
        headers: [
          ['X-A', 'v{{i}}"{{key}}"'],
          ['X-B', ''],
        ],
      }),
      { i: 3, key: 'k' },
    );
    expect(headers).toEqual([
      ['X-A', 'v3"k"'],
      ['X-B', ''],
    ]);
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b', '\u4f60'])('refuse %j', (tag) => {
    expect(() => render(request({ headers: [['If-Match', '{{tag}}']] }), { tag })).toThrow(/into the header If-Match/);
  });
});

describe('a rendered body', () => {
  it('keeps the type of a value that fills a whole place in JSON', () => {
    const json = {
      n: '{{n}}',
      i: '{{i}}',
      on: '{{on}}',
      text: '{{i}}-{{n}}',
      list: ['{{n}}', ' {{n}}'],
      as_is: [null, 1.5, '1'],
      '{{key}}': 1,
    };
    expect(JSON.parse(bodyOf({ kind: 'json', json }, { n: '10', i: 3, on: true, key: 'k' }))).toEqual({
      n: '10',
      i: 3,
      on: true,
      text: '3-10',
      list: ['10', ' 10'],
      as_is: [null, 1.5, '1'],
      k: 1,
    });
  });

  it('escapes what is filled into JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(JSON.parse(bodyOf({ kind: 'json', json: { a: 'x{{value}}' } }, { value }))).toEqual({ a: `x${value}` });
      }),
    );
  });

  it('keeps a key that is called __proto__', () => {
    const json = JSON.parse('{"__proto__": {"a": "{{i}}"}}');
    expect(bodyOf({ kind: 'json', json }, { i: 1 })).toBe('{"__proto__":{"a":1}}');
  });

  it('encodes a form', () => {
    expect(
      bodyOf(
        {
          kind: 'form',
          fields: [
            ['a', '{{v}}'],
            ['b c', '1'],
          ],
        },
        { v: 'x&y=z é' },
      ),
    ).toBe('a=x%26y%3Dz+%C3%A9&b+c=1');
  });

  it('is text as it stands, or bytes as they are', () => {
    expect(bodyOf({ kind: 'text', text: '{"a":{{i}}}' }, { i: 1 })).toBe('{"a":1}');
    expect(bodyOf({ kind: 'bytes', base64: Buffer.from('{{i}}').toString('base64') }, { i: 1 })).toBe('{{i}}');
  });
});

describe('a name without a value', () => {
  it.each(['nobody', 'toString', 'constructor'])('is a scenario error: %s', (name) => {
    expect(() => render(request({ url: `${HOST}/{{${name}}}` }), {})).toThrow(
      new RegExp(`\\{\\{${name}\\}\\} has no value`),
    );
  });
});

describe('a sum', () => {
  const sum = (json: string, values: Values) => bodyOf({ kind: 'json', json: { n: json } }, values);

  it.each<[string, Values, string]>([
    ['{{n + 1}}', { n: 4 }, '{"n":5}'],
    ['{{n - 1}}', { n: '4' }, '{"n":3}'],
    ['{{n + 0.5}}', { n: '4.5' }, '{"n":5}'],
    ['{{n + 1}}', { n: '9007199254740994' }, '{"n":"9007199254740995"}'],
    ['n{{n + 1}}', { n: 4 }, '{"n":"n5"}'],
  ])('%s of %j is exact', (json, values, expected) => {
    expect(sum(json, values)).toBe(expected);
  });

  it('of what is no number is a scenario error', () => {
    expect(() => sum('{{n + 1}}', { n: 'four' })).toThrow('{{n + 1}}: "four" is no number');
  });
});

describe('headers of a client', () => {
  it('stand in for those of the request, and are filled in', () => {
    const of = request({
      headers: [
        ['Authorization', 'none'],
        ['Accept', '*/*'],
      ],
    });
    expect(render(of, { identity: 3 }, [['authorization', 'Bearer {{identity}}']]).headers).toEqual([
      ['Accept', '*/*'],
      ['authorization', 'Bearer 3'],
    ]);
  });
});

describe('a command', () => {
  it('is filled in with what a shell takes as it stands', () => {
    const values = { pid: 42, dir: '/tmp/a-b_c' };
    expect(renderCommand('kill {{pid}} && rm -r "{{dir}}"', values)).toBe('kill 42 && rm -r "/tmp/a-b_c"');
  });

  it.each(['1; reboot', '$(id)', '`id`', 'a b', "'", '"', 'a\nb', '*', '~'])('is not filled in with %j', (value) => {
    expect(() => renderCommand('kill {{pid}}', { pid: value })).toThrow('cannot stand in a command');
  });
});
