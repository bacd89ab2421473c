import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Design } from '../../src/reference/design.ts';
import { startPostgres } from '../../src/reference/postgres/postgres-server.ts';
import { startRedis } from '../../src/reference/redis/redis-server.ts';
import { designs } from '../../src/reference/registry.ts';
import { CLI } from '../support/cli.ts';
import { describeEach } from './backends.ts';
import { ask } from './client.ts';

const named = (...ids: readonly string[]): readonly Design[] => designs.filter(({ id }) => ids.includes(id));
const ofEach = named(
  'redis-incr',
  'redis-failover',
  'postgres-atomic',
  'postgres-replica-read',
  'dynamodb-add',
  'sqlite-immediate',
);

describeEach(ofEach, ({ id }) => {
  let temporary: string;
  beforeEach(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'counter-probe-test-'));
    await chmod(temporary, 0o755); // PostgreSQL enters it as another account
  });
  let child: ChildProcess | null = null;
  afterEach(async () => {
    child?.kill('SIGKILL');
    await rm(temporary, { recursive: true, force: true });
  });

  test.each(['SIGKILL', 'SIGINT'] as const)('leaves no process and no file when serve ends by %s', async (signal) => {
    const { url, ...serve } = await serving(id, temporary);
    child = serve.child;
    expect((await ask(url, 'POST /counter')).status).toBe(200);
    expect(await readdir(temporary)).not.toEqual([]);
    expect(await processesIn(temporary)).not.toEqual([]);
    const exit = once(child, 'exit');
    child.kill(signal);
    expect((await exit)[0]).toBe(signal === 'SIGKILL' ? null : 0);
    await until(async () => (await readdir(temporary)).length === 0);
    expect(await processesIn(temporary)).toEqual([]);
  });
});

async function serving(id: string, temporary: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [CLI, 'serve', id, '--port', '0'], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: String(text).split('\n')[0]?.replace('listening ', '') ?? '' };
}

/** Process ids of those at work in the folder. */
async function processesIn(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, at) => places[at]?.startsWith(folder));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 250 && !(await holds()); tries += 1) await setTimeout(20);
  expect(await holds()).toBe(true);
}

describeEach(named('redis-incr'), (design) => {
  test('uses a Redis that is given, and leaves it as it was', async () => {
    const { client, port, close } = await startRedis();
    await client.set('theirs', 'kept');
    const running = await design.start({ redisUrl: `redis://127.0.0.1:${port}` });
    await ask(running.url, 'POST /counters/theirs/increment');
    expect(await client.dbsize()).toBe(2);
    await running.close();
    expect([await client.dbsize(), await client.get('theirs')]).toEqual([1, 'kept']);
    await close();
  });

  test('says that a Redis does not answer, and not with which password it was asked', async () => {
    const started = design.start({ redisUrl: 'redis://:secret@127.0.0.1:1' });
    await expect(started).rejects.toThrow(/^(?!.*secret).*Redis/);
  });
});

describeEach(named('postgres-atomic'), (design) => {
  test('uses a PostgreSQL that is given, and leaves it as it was', async () => {
    const { default: pg } = await import('pg');
    const { port, server } = await startPostgres();
    const postgresUrl = `postgres://probe:secret@127.0.0.1:${port}/postgres`;
    const client = new pg.Client(postgresUrl);
    await client.connect();
    const schemas = async () =>
      (await client.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'counter_probe%'")).rows.length;
    const running = await design.start({ postgresUrl });
    await ask(running.url, 'POST /counter');
    expect(await schemas()).toBe(1);
    await running.close();
    expect(await schemas()).toBe(0);
    await client.end();
    await server.close();
  });

  test('says that a PostgreSQL does not answer, and not with which password it was asked', async () => {
    const started = design.start({ postgresUrl: 'postgres://me:secret@127.0.0.1:1/db' });
    await expect(started).rejects.toThrow(/^(?!.*secret).*PostgreSQL/);
  });
});

test('No driver is loaded before a design starts', async () => {
  const text = await readFile(new URL('../../src/reference/registry.ts', import.meta.url), 'utf8');
  const seen = new Set<string>();
  const packages = await loadedBy('reference/registry.ts', text, seen);
  expect(packages.filter((name) => !name.startsWith('node:'))).toEqual([]);
});

/** What a file imports when it is loaded, and what those files do; types are not loaded. */
async function loadedBy(path: string, text: string, seen: Set<string>): Promise<readonly string[]> {
  const named = [...text.matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)';/gm)].map(([, name]) => name ?? '');
  const files = named
    .filter((name) => name.startsWith('.'))
    .map((name) => new URL(name, `file:///${path}`).pathname.slice(1));
  const found = named.filter((name) => !name.startsWith('.'));
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    found.push(...(await loadedBy(file, await readFile(new URL(`../../src/${file}`, import.meta.url), 'utf8'), seen)));
  }
  return found;
}
