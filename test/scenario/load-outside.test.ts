import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type LoadOptions, loadScenario, parseScenario } from '../../src/scenario/load.ts';

const parse = (yaml: string, options: Partial<LoadOptions> = {}) =>
  parseScenario(yaml, 'x.probe.yaml', { env: {}, ...options });

const SMALL = `version: 1
target: http://127.0.0.1:8080
write: { request: POST /counter }
read:
  total: { request: /counter }
`;

describe('variables from outside', () => {
  const yaml = SMALL.replace('version: 1', 'version: 1\nvars: { n: 5, on: true, text: "5" }');

  it('replace those of the file and keep their type', () => {
    expect(parse(yaml, { vars: { n: '7', on: 'false', text: '7', more: 'x' } }).vars).toEqual({
      n: 7,
      on: false,
      text: '7',
    });
  });

  it('are in the scenario as far as it uses them, through others too', () => {
    const using = SMALL.replace('POST /counter', '"POST /{{a}}"').replace('request: /counter', 'request: "/{{d}}"');
    const vars = { a: 'x-{{b}}', b: '{{c}}', c: 'y', d: 'z', e: 'unused' };
    expect(Object.keys(parse(using, { vars }).vars)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('cannot replace a number by a word', () => {
    expect(() => parse(yaml, { vars: { n: 'many' } })).toThrow(/--var n=… replaces 5, so it takes a number/);
  });

  it('define what the file leaves open', () => {
    const open = SMALL.replace('http://127.0.0.1:8080', '"{{base}}"');
    expect(parse(open, { vars: { base: 'http://127.0.0.1:1' } }).write.request.url).toBe('http://127.0.0.1:1/counter');
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
    expect(scenario.write.request.url).toBe('http://127.0.0.1:8080/counter');
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
      write: { request: { timeoutMs: 50 } },
      readings: [{ request: { timeoutMs: 50 } }],
    });
    expect(after.phases).toEqual(before.phases);
  });
});

describe('loading from disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counter-probe-'));
  afterAll(() => rmSync(folder, { recursive: true }));
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
      write: { request: { body: { kind: 'bytes', base64: 'AP97ew==' } } },
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
