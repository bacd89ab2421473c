import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { startPostgres } from '../../src/reference/postgres/postgres-server.ts';
import { startRedis } from '../../src/reference/redis/redis-server.ts';
import { CLI } from '../support/cli.ts';
import { describeEach } from './backends.ts';
import { ask, designOf } from './client.ts';
import { until } from './traces.ts';

const serving = new Set<ChildProcess>();
afterEach(() => {
  for (const child of serving) child.kill('SIGKILL');
  serving.clear();
});

async function serve(id: string, ...given: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [CLI, 'serve', id, '--port', '0', ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  serving.add(child);
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: String(text).split('\n')[0]?.replace('listening ', '') ?? '' };
}

async function ended(child: ChildProcess, by: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(by);
  expect((await exit)[0]).toBe(by === 'SIGKILL' ? null : 0);
}

const UUID = '01234567-89ab-4cde-8f01-23456789abcd';

describeEach([designOf('redis-get-set')], ({ id }) => {
  test('leaves nothing in a Redis that was given after the next start, and touches nothing else there', async () => {
    const { client, port, close } = await startRedis();
    const given = ['--redis', `redis://127.0.0.1:${port}`];
    const theirs = ['theirs', 'counter-probe:theirs', 'counter-probe:client-x:a', `counter-probe:${UUID}:default`];
    await client.mset(Object.fromEntries(theirs.map((key) => [key, 'kept'])));
    const keys = async () => (await client.keys('*')).toSorted();

    const running = await serve(id, ...given);
    await ask(running.url, 'POST /counter');
    const inUse = (await keys()).filter((key) => !theirs.includes(key));
    const killed = await serve(id, ...given);
    await ask(killed.url, 'POST /counter');
    await ended(killed.child, 'SIGKILL');
    expect([inUse.length, (await keys()).length]).toEqual([1, theirs.length + 2]);

    // Who has lost its connection is still there.
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const next = await serve(id, ...given);
    await until(async () => (await keys()).length === theirs.length + 1);
    expect(await keys()).toEqual([...theirs, ...inUse].toSorted());
    expect((await ask(running.url, 'POST /counter')).json).toEqual({ value: 2 });
    for (const { child } of [next, running]) await ended(child, 'SIGTERM');
    expect(await keys()).toEqual(theirs.toSorted());
    await close();
  });
});

describeEach([designOf('postgres-atomic')], ({ id }) => {
  test('leaves nothing in a PostgreSQL that was given after the next start, and touches nothing else there', async () => {
    const { default: pg } = await import('pg');
    const { port, server } = await startPostgres();
    const url = `postgres://probe@127.0.0.1:${port}/postgres`;
    const client = new pg.Client(url);
    await client.connect();
    const NAMES = "SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_%' ORDER BY 1";
    const schemas = async () => (await client.query(NAMES)).rows.map(({ nspname }) => String(nspname));
    await client.query(`CREATE SCHEMA counter_probe_${UUID.replaceAll('-', '')}`);
    const theirs = await schemas();

    const running = await serve(id, '--postgres', url);
    const named = await serve(id, '--postgres', `${url}?application_name=theirs`);
    for (const one of [running, named]) await ask(one.url, 'POST /counter');
    const before = await schemas();
    expect(before.length).toBe(theirs.length + 2);
    const killed = await serve(id, '--postgres', url);
    await ended(killed.child, 'SIGKILL');

    // Who has lost all connections, and is asked nothing, is still there.
    const others = 'FROM pg_stat_activity WHERE backend_type = $1 AND pid <> pg_backend_pid()';
    await client.query(`SELECT pg_terminate_backend(pid) ${others}`, ['client backend']);
    const next = await serve(id, '--postgres', url);
    await until(async () => (await schemas()).length === before.length + 1);
    expect((await schemas()).filter((name) => before.includes(name))).toEqual(before);
    for (const one of [running, named]) expect((await ask(one.url, 'POST /counter')).json).toEqual({ value: 2 });
    for (const { child } of [next, named, running]) await ended(child, 'SIGTERM');
    expect(await schemas()).toEqual(theirs);
    await client.end();
    await server.close();
  });
});
