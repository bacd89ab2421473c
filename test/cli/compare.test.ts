import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { memoryAtomic } from '../../src/reference/memory/memory-atomic.ts';
import type { Answers, Comparison } from '../../src/verdict/comparison.ts';
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
  kill: kill.tested ? `${kill.kept.max} of ${kill.acknowledged}` : 'not tested',
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
    const ids = ['memory-read-write', 'memory-atomic', 'memory-replica-read', 'write-behind', 'write-behind-log'];
    const page = file('page.html');
    const { exitCode, stdout, stderr } = await ran(
      ['compare', ...ids, 'retry-events-memory', '--json', '--rounds', '1', '-j', '6', '--html', page],
      {},
    );
    const { rows, run }: Comparison = JSON.parse(stdout);
    expect({ exitCode, stderr, interrupted: run.interrupted }).toEqual({ exitCode: 0, stderr: '', interrupted: false });
    const clean = { burst: false, spaced: false, retry: 'twice', ownWrite: true, stale: false, kill: 'not tested' };
    expect(rows.map(({ id, answers }) => [id, answers && said(answers)])).toEqual([
      ['memory-read-write', { ...clean, burst: true }],
      ['memory-atomic', clean],
      ['memory-replica-read', { ...clean, ownWrite: false, stale: true }],
      ['write-behind', { ...clean, kill: '0 of 10' }],
      ['write-behind-log', { ...clean, kill: '10 of 10' }],
      ['retry-events-memory', { ...clean, retry: 'once' }],
    ]);
    const ratios = rows.map(({ answers }) => (answers?.latency.tested ? answers.latency.ratio : null));
    expect(Math.min(...ratios.map(Number))).toBe(1);
    expect(await readFile(page, 'utf8')).toContain('<th scope="row">write-behind-log');
  }, 120_000);

  it('asks a scenario file about its own counter, and names what is not tested and why', async () => {
    const server = await memoryAtomic.start({ port: 0 });
    await writeFile(file('mine.probe.yaml'), scenario(server.url));
    const { exitCode, stdout } = await ran(['compare', file('mine.probe.yaml'), '--rounds', '1', '--seed', '1']);
    await server.close();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/burst +0 of 1 rounds wrong, at most 95 % at 95 %/);
    expect(stdout).toMatch(/retry +not tested: no key: no write carries \{\{key\}\}/);
    expect(stdout).toMatch(/kill +not tested: a service of your own is not killed/);
  }, 60_000);

  it('says of a service that is not there that nothing was tested, and sends no more', async () => {
    await writeFile(file('gone.probe.yaml'), scenario('http://127.0.0.1:1'));
    const { exitCode, stdout } = await ran(['compare', file('gone.probe.yaml'), '--json']);
    const { rows }: Comparison = JSON.parse(stdout);
    expect(exitCode).toBe(3);
    const cells = Object.values(rows[0]?.answers ?? {});
    expect(cells.map(({ tested }) => tested)).toEqual(cells.map(() => false));
  }, 60_000);

  it('tells what was measured when it is interrupted', async () => {
    const { io, saw, signal, stdout, stderr } = terminal({ tty: true });
    const ended = main(['compare', 'memory-atomic', 'memory-read-write', '--json'], io);
    await saw('1 of 2  memory-atomic  burst');
    expect(signal('SIGINT')).toBe(true);
    expect(await ended).toBe(130);
    const { rows, run }: Comparison = JSON.parse(stdout());
    expect(run.interrupted).toBe(true);
    expect(rows[0]?.answers?.ownWrite.tested).toBe(true);
    expect(rows[0]?.answers?.latency).toEqual({ tested: false, why: 'interrupted' });
    expect(rows[1]).toMatchObject({ skipped: 'interrupted before it was begun', answers: null });
    expect(stderr()).toContain('stopping; what was measured follows');
  }, 60_000);

  it.each([
    [[], 'nothing to compare was named'],
    [['memory-atomc'], 'did you mean memory-atomic?'],
    [['quota-kv'], 'quota-kv serves a quota, and counters are compared'],
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
