import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killingOf } from '../../src/cli/compare/killing.ts';
import { main } from '../../src/cli/main.ts';
import { memoryAtomic } from '../../src/reference/memory/memory-atomic.ts';
import { redisIncr } from '../../src/reference/redis/redis-incr.ts';
import type { Answers, Comparison } from '../../src/verdict/comparison.ts';
import { comparisonJsonSchema } from '../../src/verdict/comparison-schema.ts';
import { ran, terminal } from './terminal.ts';

let folder: string;
const file = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the cells of a row say, in a few words. */
const said = ({ burst, spaced, retry, ownWrite, staleness, kill }: Answers) => ({
  burst: burst.tested ? burst.wrong > 0 : burst.why,
  spaced: spaced.tested ? spaced.wrong > 0 : spaced.why,
  retry: retry.tested ? retry.counted : retry.why,
  ownWrite: ownWrite.tested ? ownWrite.seen : ownWrite.why,
  stale: staleness.tested ? staleness.staleReads > 0 : staleness.why,
  kill: kill.tested ? `${kill.kept.max} of ${kill.acknowledged}` : kill.why,
});

const scenario = (url: string, more = ''): string => `version: 1
name: My own counter
target: ${url}
object: counter
write: { request: "POST /counters/{{run_id}}-{{round}}/increment"${more} }
load: [{ phase: concurrent, count: 3 }]
read: { total: { request: "GET /counters/{{run_id}}-{{round}}", take: $.value, settle: 300ms } }
expect: { total: { risesBy: acknowledged } }
`;

describe('compare', () => {
  it('answers the questions for designs, wrong ones and right ones, in JSON and on a page', async () => {
    const ids = ['memory-read-write', 'memory-replica-read', 'write-behind-log', 'retry-events-memory'];
    const page = file('page.html');
    const { exitCode, stdout, stderr } = await ran(
      ['compare', ...ids, '--json', '--rounds', '1', '-j', '4', '--html', page],
      {},
    );
    const comparison: Comparison = JSON.parse(stdout);
    const { rows, run } = comparison;
    expect({ exitCode, stderr, interrupted: run.interrupted }).toEqual({ exitCode: 0, stderr: '', interrupted: false });
    const clean = { burst: false, spaced: false, retry: 'twice', ownWrite: true, stale: false, kill: '0 of 10' };
    expect(rows.map(({ id, answers }) => [id, answers && said(answers)])).toEqual([
      ['memory-read-write', { ...clean, burst: true }],
      [
        'memory-replica-read',
        { ...clean, ownWrite: false, stale: true, kill: expect.stringContaining('what it stands for does not') },
      ],
      ['write-behind-log', { ...clean, kill: '10 of 10' }],
      ['retry-events-memory', { ...clean, retry: 'once' }],
    ]);
    const cells = rows.flatMap(({ answers }) => Object.values(answers ?? {}));
    expect(cells.filter((cell) => (cell.tested ? cell.bound : cell.why) === '')).toEqual([]);
    const ratios = rows.map(({ answers }) => (answers?.ratio.tested ? answers.ratio.ratio : null));
    expect(Math.min(...ratios.map(Number))).toBe(1);
    const validate = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(comparisonJsonSchema());
    expect(validate(comparison) ? [] : validate.errors).toEqual([]);
    expect(await readFile(page, 'utf8')).toContain('<th scope="row"><bdi>write-behind-log');
  }, 120_000);

  it('asks a scenario file about its own counter, and names what is not tested and why', async () => {
    const server = await memoryAtomic.start({ port: 0 });
    await writeFile(file('mine.probe.yaml'), scenario(server.url));
    const { exitCode, stdout } = await ran(['compare', file('mine.probe.yaml'), '--rounds', '1', '--seed', '1']);
    await server.close();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/burst +0 of 1 round wrong, at most 95 % at 95 %/);
    expect(stdout).toMatch(/retry +not tested: no key: no write carries \{\{key\}\}/);
    expect(stdout).toMatch(/kill +not tested: a service of your own is not killed/);
  }, 120_000);

  it('says of a service that is not there that nothing was tested, and sends no more', async () => {
    await writeFile(file('gone.probe.yaml'), scenario('http://127.0.0.1:1'));
    const { exitCode, stdout } = await ran(['compare', file('gone.probe.yaml'), '--json']);
    const { rows }: Comparison = JSON.parse(stdout);
    expect(exitCode).toBe(3);
    const cells = Object.values(rows[0]?.answers ?? {});
    expect(cells.map(({ tested }) => tested)).toEqual(cells.map(() => false));
  }, 120_000);

  it('skips what is no counter, and says why, where something else can be compared', async () => {
    const server = await memoryAtomic.start({ port: 0 });
    const quota = scenario(server.url).replace('object: counter', 'object: quota\nlimit: { count: 1, per: round }');
    await writeFile(file('quota.probe.yaml'), quota.replace('risesBy: acknowledged', 'risesBy: 1'));
    await writeFile(file('mine.probe.yaml'), scenario(server.url));
    const words = [file('quota.probe.yaml'), 'quota-kv', file('mine.probe.yaml')];
    const { exitCode, stdout } = await ran(['compare', ...words, '--rounds', '1', '--json']);
    await server.close();
    const { rows }: Comparison = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    // Files stand where the first one was named.
    expect(rows.map(({ skipped, answers }) => [skipped, answers === null])).toEqual([
      ['it is about a quota, and counters are compared', true],
      [null, false],
      ['it serves a quota, and counters are compared', true],
    ]);
    expect((await ran(['compare', ...words.slice(0, 2)])).exitCode).toBe(2);
  }, 120_000);

  it('does not kill a server that was given', async () => {
    expect(killingOf(redisIncr, 'http://127.0.0.1:1', { redisUrl: 'redis://127.0.0.1:2' })).toEqual({
      ...{ tested: false, why: 'a server that was given is not killed' },
    });
    expect(killingOf(redisIncr, 'http://127.0.0.1:1', { postgresUrl: 'postgres://127.0.0.1:2' })).toMatchObject({
      crashUrl: 'http://127.0.0.1:1/crash',
    });
  });

  it('tells what was measured when it is interrupted', async () => {
    const { io, saw, signal, stdout, stderr } = terminal({ tty: true, columns: 200 });
    const ended = main(['compare', 'memory-atomic', 'memory-read-write', '--json', '--rounds', '1'], io);
    await saw('memory-atomic: spaced');
    expect(signal('SIGINT')).toBe(true);
    expect(await ended).toBe(130);
    const { rows, run }: Comparison = JSON.parse(stdout());
    expect(run.interrupted).toBe(true);
    expect(rows[0]?.answers?.burst.tested).toBe(true);
    expect(rows[0]?.answers?.latency).toEqual({ tested: false, why: 'interrupted' });
    expect(stderr()).toContain('stopping; what was measured follows');
  }, 120_000);

  it('says of what was not begun when it is interrupted that it was not', async () => {
    const { io, saw, signal, stdout } = terminal({ tty: true, columns: 200 });
    const ended = main(['compare', 'memory-atomic', 'memory-read-write', '-j', '1'], io);
    await saw('memory-atomic: starting');
    signal('SIGINT');
    expect(await ended).toBe(130);
    for (const question of ['burst', 'kill', 'latency', 'ratio'])
      expect(stdout()).toMatch(new RegExp(`${question} +not tested: interrupted`));
    expect(stdout()).toMatch(/memory-read-write\S* +skipped: interrupted before it was begun/);
  }, 120_000);

  it.each([
    [[], 'nothing to compare was named'],
    [['memory-atomc'], 'did you mean memory-atomic?'],
    [['missing.probe.yaml'], 'missing.probe.yaml is not there'],
    [['missing/counter'], 'missing/counter is not there'],
    [['quota-kv', 'stock-kv'], 'quota-kv: it serves a quota, and counters are compared'],
    [['memory-atomic', '--rounds', '0'], '--rounds'],
    [['memory-atomic', '--html', '/nowhere/at/all.html'], 'cannot be written'],
    [['redis-incr', '--redis', 'http://user:hidden-word@h'], '--redis takes a URL that begins with redis://'],
  ])('refuses %j before anything is sent', async (words, message) => {
    const { exitCode, stdout, stderr } = await ran(['compare', ...words]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hidden-word');
  });

  it('asks before it writes to another machine, and counts the writes', async () => {
    await writeFile(file('far.probe.yaml'), scenario('http://counter.invalid'));
    const { exitCode, stderr } = await ran(['compare', file('far.probe.yaml')]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/this would send \d{3} writes to host counter\.invalid/);
  });
});
