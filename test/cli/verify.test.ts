import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofOf } from '../../src/check/proof/certificate.ts';
import { countersOf } from '../../src/check/recorded/counters.ts';
import { holds } from '../../src/verify/verify.ts';
import { historyFrom, textOf } from '../support/saved.ts';
import { inc, saw } from '../support/small.ts';
import { counting } from './counter.ts';
import { backwards, edn, lost, ownNotSeen, right } from './recorded.ts';
import { ran } from './terminal.ts';

let folder: string;
const file = (name: string): string => join(folder, name);
const save = async (name: string, text: string): Promise<string> => {
  await writeFile(file(name), text);
  return file(name);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('verify', () => {
  const verify = (history: string, certificate: string) => ran(['verify', history, certificate]);

  it.each([
    ['history.edn', right],
    ['history.edn', lost],
    ['history.edn', ownNotSeen],
    ['history.edn', backwards],
    ['own.ndjson', textOf(historyFrom([inc(0, 2), inc(1, 3), saw(1, 4, 5)]))],
  ])('accepts the certificate of %s', async (name, text) => {
    const history = await save(name, text);
    await ran(['check', history, '--require', 'latest', '--certificate', file('c.json')]);
    const { exitCode, stdout, stderr } = await verify(history, file('c.json'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^accepted/);
  });

  it.skipIf(process.platform === 'win32')('reads no certificate that has no end', async () => {
    const { exitCode, stderr } = await verify(await save('history.edn', right), '/dev/zero');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is longer than') });
  });

  it('accepts the certificate of a run, which check judges as the run did', async () => {
    for (const windowMs of [0, 20]) {
      const server = await counting({ windowMs });
      const load = ['-c', '4', '--spaced', '2', '--spacing', '0', '--settle', '50ms'];
      const run = await ran(['run', '--url', server.url, ...load, '--history', file('run.ndjson'), '--json']);
      await server.close();
      const check = await ran(['check', file('run.ndjson'), '--json', '--certificate', file('c.json')]);
      const [was, is] = [run, check].map(({ stdout }) => JSON.parse(stdout).scenarios[0]);
      const own = { history: null, replay: null, file: null };
      expect({ ...is, ...own }).toEqual({ ...was, ...own });
      expect(check.exitCode).toBe(run.exitCode);
      expect((await verify(file('run.ndjson'), file('c.json'))).stdout).toMatch(/^accepted/);
      const latest = await ran(['check', file('run.ndjson'), '--require', 'latest', '--json']);
      expect(latest.exitCode).toBe(run.exitCode);
    }
  });

  it('says what was proven, and what it rests on', async () => {
    const history = await save('history.edn', lost);
    await ran(['check', history, '--certificate', file('c.json')]);
    expect((await verify(history, file('c.json'))).stdout).toBe(
      [
        'accepted: violation; what the certificate says of this history is proven',
        '  the counter: violation (lost)',
        '  CP101 (short)',
        'given that the history holds every write, with the times and answers that there were; a refused write had no effect; the start value is 0; all times are of one clock\n',
      ].join('\n'),
    );
    const told = JSON.parse((await ran(['verify', history, file('c.json'), '--json'])).stdout);
    expect(told).toMatchObject({
      accepted: true,
      verdict: 'violation',
      counters: [{ key: '', reading: null, round: null, verdict: 'violation', form: 'lost' }],
      findings: [{ code: 'CP101', form: 'short', require: null }],
    });
    expect(told.assumptions).toContain('the start value is 0');
  });

  it.each([
    ['returns', '"returns":true', '"returns":false'],
    ['others', '"others":false', '"others":true'],
    ['the round', '"round":null', '"round":1'],
    ['the reading', '"reading":null', '"reading":"value"'],
  ])('refuses a counter whose %s is not as the history has it', async (_, was, is) => {
    const history = await save(
      'history.edn',
      edn([
        ['add-and-get', 1, 0, 2],
        ['add-and-get', 2, 1, 3],
        ['read', 2, 4, 5],
      ]),
    );
    await ran(['check', history, '--certificate', file('c.json')]);
    const text = await readFile(file('c.json'), 'utf8');
    expect((await verify(history, file('c.json'))).exitCode).toBe(0);
    expect(text).toContain(was);
    expect(await verify(history, await save('t.json', text.replace(was, is)))).toMatchObject({ exitCode: 1 });
  });

  it('has no certificate of a violation where what was required is kept', async () => {
    const history = await save('history.edn', backwards);
    const { exitCode, stderr } = await ran(['check', history, '--certificate', file('none.json')]);
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      'no certificate: what was required is kept, and no order of the operations explains every value\n',
    );
    await expect(readFile(file('none.json'))).rejects.toThrow();
  });

  it('refuses a counter of a reading that is not held to every write', async () => {
    const { header, ...more } = historyFrom([inc(0, 2), inc(1, 3), saw(1, 4, 5)]);
    const gauge = { readings: [{ reading: 'value', risesBy: null, perPhase: false, atMost: '9' }], unique: false };
    for (const [changes, isHeld] of [
      [{}, true],
      [{ expect: gauge }, false],
      [{ object: 'custom' as const }, false],
      [{ readingInfo: { value: { adds: '1' } } }, false],
    ] as const) {
      const changed = { header: { ...header, ...changes }, ...more };
      const [proof] = countersOf(changed).map((counter) => proofOf(changed, counter));
      expect(holds(changed, { counter: proof })).toBe(isHeld);
    }
  });

  it('refuses what was tampered with, and says why', async () => {
    const history = await save('history.edn', lost);
    await ran(['check', history, '--certificate', file('c.json')]);
    const text = await readFile(file('c.json'), 'utf8');
    const tampered = [
      text.replace('"increments":[0,1]', '"increments":[0]'),
      text.replace('"violation"', '"linearizable"'),
      text.replace(/"sha256":"./, '"sha256":"x'),
      text.replace('"version":1', '"version":2'),
      '{}',
    ];
    for (const certificate of tampered) {
      expect(certificate).not.toBe(text);
      const { exitCode, stdout } = await verify(history, await save('t.json', certificate));
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringMatching(/^refused: ./) });
    }
    await save('history.edn', right);
    expect(await verify(history, file('c.json'))).toMatchObject({ exitCode: 1 });
    expect(JSON.parse((await ran(['verify', history, file('c.json'), '--json'])).stdout)).toMatchObject({
      accepted: false,
    });
  });

  it('exits 2 when a file cannot be read', async () => {
    const history = await save('history.edn', lost);
    for (const [one, other] of [
      [history, file('none.json')],
      [file('none.edn'), await save('t.json', '{}')],
      [history, await save('n.json', 'no')],
    ]) {
      const { exitCode, stdout, stderr } = await verify(one as string, other as string);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/^counter-probe: [^\n]+\n$/);
    }
  });
});
