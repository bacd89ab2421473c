import { describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { probeLine } from '../../src/cli/serve-line.ts';
import { availability, designs } from '../../src/reference/registry.ts';
import { stories } from '../reference/stories.ts';
import { ran, terminal } from './terminal.ts';

/** What must be there, by what it runs on. */
const KINDS: Readonly<Record<'real' | 'model' | 'emulator', readonly string[]>> = {
  real: [
    ...['memory-read-write', 'memory-atomic', 'workers-kv', 'workers-durable-object', 'workers-do-fetch'],
    ...['workers-do-sqlite', 'workers-d1-read-write', 'workers-d1', 'redis-get-set', 'redis-incr'],
    ...['redis-incr-then-expire', 'redis-lua', 'redis-snapshot', 'redis-append-only'],
    ...['redis-replica-read', 'redis-wait', 'redis-failover', 'postgres-read-write', 'postgres-atomic'],
    ...['postgres-for-update', 'postgres-serializable', 'postgres-serializable-no-retry', 'postgres-replica-read'],
    ...['sqlite-read-write', 'sqlite-immediate', 'write-behind', 'retry-blind', 'retry-events-postgres'],
    ...['retry-events-redis', 'retry-events-d1', 'retry-events-memory', 'retry-key-late', 'retry-key-forgotten'],
    ...['retry-key-claimed', 'quota-workers-kv', 'quota-memory', 'quota-durable-object', 'quota-redis-lua'],
    ...['quota-postgres', 'quota-incr-check', 'quota-short-hash', 'quota-off-by-one', 'stock-workers-kv'],
    ...['stock-lock-durable-object', 'stock-lock-postgres', 'stock-lock-memory', 'stock-partial'],
  ],
  model: [
    ...['memory-cached-read', 'memory-rate-limited', 'workers-kv-two-locations'],
    ...['dynamodb-eventual-read', 'dynamodb-consistent-read'],
    ...['dynamodb-two-regions', 'cache-aside', 'write-through', 'event-refresh', 'licence-revocation', 'quota-kv'],
    ...['stock-kv', 'tracker-count-first', 'tracker-redirect-first'],
  ],
  emulator: ['dynamodb-get-put', 'dynamodb-add', 'dynamodb-conditional', 'retry-events-dynamodb'],
};

interface Serving {
  readonly url: string;
  readonly lines: readonly string[];
  readonly stop: (name?: 'SIGINT' | 'SIGTERM') => Promise<number>;
}

async function serving(...flags: readonly string[]): Promise<Serving> {
  const { io, saw, signal, stdout } = terminal();
  const ended = main(['serve', '--port', '0', ...flags], io);
  await saw('npx counter-probe run ');
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
    expect(lines).toEqual([`listening ${url}`, `npx counter-probe run --concurrency 10 --url ${url}/counter`]);
    await stop();
  });

  it('names a scenario for a design of which the numbers are right and the reads are old', async () => {
    const { lines, stop } = await serving('dynamodb-eventual-read');
    expect(lines[1]).toContain('scenarios/staleness-within-a-bound.probe.yaml');
    await stop();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s, then ends well and frees the port', async (name) => {
    const { url, stop } = await serving('memory-atomic');
    expect((await fetch(`${url}/counter`, { method: 'POST' })).status).toBe(200);
    expect(await stop(name)).toBe(0);
    await expect(fetch(`${url}/counter`)).rejects.toThrow();
  });

  it.each([
    ['quota-memory', /^npx counter-probe run -c 12 --limit 5 .*\/quotas\/me\/downloads /],
    ['stock-kv', /^npx counter-probe run -c 5 --unique .*\/checkouts$/],
    ['tracker-redirect-first', /^npx counter-probe run -X GET .*\/hit\?p=/],
    ['retry-key-late', /^npx counter-probe run \S*scenarios\/same-key-in-flight\.probe\.yaml --var base_url=http:/],
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

  it('listens for no signal when it has ended, however it did', async () => {
    const { url, stop } = await serving('memory-atomic');
    const { io, signal } = terminal();
    expect(await main(['serve', 'memory-atomic', '--port', new URL(url).port], io)).toBe(2);
    expect([signal('SIGINT'), signal('SIGTERM')]).toEqual([false, false]);
    await stop();
  });

  it('lists every design for a program: what it runs on, what is wrong with it, and whether it can run here', async () => {
    const { exitCode, stdout } = await ran(['serve', '--list', '--json']);
    const told = designs.map(async ({ id, kind, object, right, finding, ...design }) => ({
      ...{ id, kind, object, right, finding },
      ...(await availability({ id, kind, object, right, finding, ...design })),
    }));
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await Promise.all(told));
  });

  it('lists every design for a person, a line each', async () => {
    const { stdout } = await ran(['serve', '--list']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual(
      designs.map(({ id, right, finding, kind }) => [id, right ? 'right' : `wrong: ${finding}`, kind]),
    );
  });

  it('says of what cannot run here what it lacks, and how to install that', async () => {
    vi.stubEnv('PATH', '');
    const { stdout } = await ran(['serve', '--list']).finally(() => vi.unstubAllEnvs());
    const [line] = stdout.split('\n').filter((one) => one.startsWith('redis-incr '));
    expect(line).toMatch(/\(.*needs redis-server: apt-get install redis-server\)$/);
  });

  it('gives an install line whole on a terminal, however narrow, with all that need it', async () => {
    vi.stubEnv('PATH', '');
    const { io, stdout } = terminal({ columns: 60 });
    await main(['serve', '--list'], io).finally(() => vi.unstubAllEnvs());
    const lines = stdout().split('\n');
    const at = lines.indexOf('needs redis-server: apt-get install redis-server');
    const ids = lines
      .slice(at + 1)
      .join(' ')
      .split(/[, ]+/);
    expect(at).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining(['redis-get-set', 'redis-incr', 'redis-failover', 'quota-redis-lua']));
    expect(stdout()).toContain('(cannot run');
  });

  it.each(Object.entries(KINDS))('lists the designs on the %s thing', async (kind, ids) => {
    const entries: readonly { id: string; kind: string }[] = JSON.parse(
      (await ran(['serve', '--list', '--json'])).stdout,
    );
    const listed = entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([...ids]));
  });
});
