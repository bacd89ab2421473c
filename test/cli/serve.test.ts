import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { probeLine } from '../../src/cli/serve-line.ts';
import { designs } from '../../src/reference/registry.ts';
import { stories } from '../reference/stories.ts';
import { ran, terminal } from './terminal.ts';

interface Serving {
  readonly url: string;
  readonly lines: readonly string[];
  readonly stop: (name?: 'SIGINT' | 'SIGTERM') => Promise<number>;
}

async function serving(...flags: readonly string[]): Promise<Serving> {
  const { io, saw, signal, stdout } = terminal();
  const ended = main(['serve', '--port', '0', ...flags], io);
  await saw('counter-probe run ');
  const lines = stdout().trimEnd().split('\n');
  const url = lines[0]?.replace('listening ', '') ?? '';
  return {
    url,
    lines,
    stop(name = 'SIGINT') {
      expect(signal(name)).toBe(true);
      expect(signal(name)).toBe(false);
      return ended;
    },
  };
}

describe('serve', () => {
  it('says first where it listens, then how to probe it', async () => {
    const { lines, url, stop } = await serving('memory-atomic');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines).toEqual([`listening ${url}`, `counter-probe run --concurrency 10 --url ${url}/counter`]);
    await stop();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s, then ends well and frees the port', async (name) => {
    const { url, stop } = await serving('memory-atomic');
    expect((await fetch(`${url}/counter`, { method: 'POST' })).status).toBe(200);
    expect(await stop(name)).toBe(0);
    await expect(fetch(`${url}/counter`)).rejects.toThrow();
  });

  it.each([
    ['quota-memory', /^counter-probe run -c 12 --limit 5 .*\/quotas\/me\/downloads /],
    ['stock-kv', /^counter-probe run -c 5 --unique .*\/checkouts$/],
    ['tracker-redirect-first', /^counter-probe run -X GET .*\/hit\?p=/],
    ['retry-key-late', /^counter-probe run \S*scenarios\/same-key-in-flight\.probe\.yaml --var base_url=http:/],
  ])('says how to probe %s', async (id, line) => {
    const { lines, stop } = await serving(id);
    expect(lines[1]).toMatch(line);
    await stop();
  });

  it('names only scenarios that are about the design', () => {
    for (const design of designs) {
      const [, name] = /scenarios\/([\w-]+)\.probe\.yaml/.exec(probeLine(design, 'http://x', '/')) ?? [];
      if (name === undefined) continue;
      const story = stories.find((one) => one.name === name);
      expect([...(story?.wrong ?? []), ...(story?.right ?? [])].map(({ id }) => id)).toContain(design.id);
    }
  });

  it('takes the limit of a quota, the lag of a replica and the budget of a tracker', async () => {
    const quota = await serving('quota-memory', '--limit', '7');
    expect(await (await fetch(`${quota.url}/quotas/a`)).json()).toEqual({ used: 0, limit: 7 });
    await quota.stop();
    const replica = await serving('memory-replica-read', '--lag', '1h');
    await fetch(`${replica.url}/counter`, { method: 'POST' });
    expect(await (await fetch(`${replica.url}/counter`)).json()).toEqual({ value: 0 });
    await replica.stop();
    const tracker = await serving('tracker-count-first', '--budget', '0');
    expect((await fetch(`${tracker.url}/go/a`, { redirect: 'manual' })).status).toBe(500);
    await tracker.stop();
  });

  it('serves the refill race of cache-aside, and of nothing else', async () => {
    const { url, stop } = await serving('cache-aside', '--refill-race');
    expect((await fetch(`${url}/counter`)).headers.get('server')).toBe(
      'counter-probe-reference/cache-aside-refill-race',
    );
    await stop();
    expect(await ran(['serve', 'memory-atomic', '--refill-race'])).toMatchObject({
      exitCode: 2,
      stderr: 'counter-probe: --refill-race is for cache-aside\n',
    });
  });

  it.each([
    ['memory-atomic', '--redis', 'redis://x', '--redis is for a design on one Redis, and memory-atomic is none'],
    ['redis-failover', '--redis', 'redis://x', '--redis is for a design on one Redis, and redis-failover is none'],
    [
      'redis-incr',
      '--postgres',
      'postgres://x',
      '--postgres is for a design on one PostgreSQL, and redis-incr is none',
    ],
    ['redis-incr', '--redis', 'http://:secret@x', '--redis takes a URL that begins with redis://'],
  ])('refuses %s %s %s', async (id, flag, url, message) => {
    expect(await ran(['serve', id, flag, url])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `counter-probe: ${message}\n`,
    });
  });

  it('takes the pause between read and write', async () => {
    const { url, stop } = await serving('memory-read-write', '--window', '120ms');
    const beganMs = performance.now();
    await fetch(`${url}/counter`, { method: 'POST' });
    expect(performance.now() - beganMs).toBeGreaterThan(110);
    await stop();
  });

  it('says in one line that a port is in use', async () => {
    const { url, stop } = await serving('memory-atomic');
    const { port } = new URL(url);
    expect(await ran(['serve', 'memory-atomic', '--port', port])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `counter-probe: port ${port} of 127.0.0.1 is already in use (choose another with --port)\n`,
    });
    await stop();
  });

  it('lists every design for a program', async () => {
    const { exitCode, stdout } = await ran(['serve', '--list', '--json']);
    const entries = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(entries).toContainEqual({
      ...{ id: 'memory-read-write', kind: 'real', object: 'counter', right: false, finding: 'CP101' },
      ...{ available: true, why: null },
    });
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(['id', 'kind', 'object', 'right', 'finding', 'available', 'why']);
    }
  });

  it('lists every design for a person, a line each', async () => {
    const { stdout } = await ran(['serve', '--list']);
    const entries: { id: string }[] = JSON.parse((await ran(['serve', '--list', '--json'])).stdout);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(entries.map((e) => e.id));
  });
});
