import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { Design } from '../../src/reference/design.ts';
import { startPostgres } from '../../src/reference/postgres/postgres-server.ts';
import { startRedis } from '../../src/reference/redis/redis-server.ts';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { ask } from './client.ts';

const named = (...ids: readonly string[]): readonly Design[] => designs.filter(({ id }) => ids.includes(id));
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

  test('says why a Redis cannot be used, and not with which password it was asked', async () => {
    const { client, port, close } = await startRedis();
    await client.config('SET', 'requirepass', 'open');
    const why = (url: string) => design.start({ redisUrl: url }).catch((error: unknown) => String(error));
    expect(await why('redis://:secret@127.0.0.1:1')).toMatch(/^(?!.*secret).*Redis.* ECONNREFUSED/);
    expect(await why(`redis://:secret@127.0.0.1:${port}`)).toMatch(/^(?!.*secret).*Redis.* WRONGPASS/);
    expect(await why(`redis://127.0.0.1:${port}`)).toMatch(/Redis.* NOAUTH/);
    expect(await why(`redis://:open@127.0.0.1:${port}/99`)).toMatch(/^(?!.*open).*Redis.* out of range/);
    await close();
  });
});

describeEach(named('postgres-atomic'), (design) => {
  test('uses a PostgreSQL that is given, and leaves it as it was', async () => {
    const { default: pg } = await import('pg');
    const { port, server } = await startPostgres();
    const postgresUrl = `postgres://probe:secret@127.0.0.1:${port}/postgres?options=-c%20work_mem%3D8MB`;
    const client = new pg.Client(postgresUrl);
    await client.connect();
    const schemas = async () =>
      (await client.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'counter_probe%'")).rows.length;
    const running = await design.start({ postgresUrl });
    await ask(running.url, 'POST /counter');
    expect(await schemas()).toBe(1);
    expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rows).toEqual([]);
    await running.close();
    expect(await schemas()).toBe(0);
    await client.end();
    await server.close();
  });

  test('says that a PostgreSQL does not answer, and not with which password it was asked', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const started = design.start({ postgresUrl: `postgres://me:secret@${host}:1/db` });
      await expect(started).rejects.toThrow(/^(?!.*secret).*PostgreSQL.* ECONNREFUSED/);
    }
  });

  test('says that something else listens in place of a PostgreSQL', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const started = design.start({ postgresUrl: `postgres://me:secret@127.0.0.1:${port}/db` });
    await expect(started).rejects.toThrow(/^(?!.*secret).*PostgreSQL.* timeout/);
    mute.close();
  });

  test('says that a user of a PostgreSQL may not create a schema', async () => {
    const { default: pg } = await import('pg');
    const { port, server } = await startPostgres();
    const client = new pg.Client(`postgres://probe@127.0.0.1:${port}/postgres`);
    await client.connect();
    await client.query('CREATE ROLE reader LOGIN');
    const started = design.start({ postgresUrl: `postgres://reader@127.0.0.1:${port}/postgres` });
    await expect(started).rejects.toMatchObject({
      code: 'design',
      message: expect.stringMatching(/PostgreSQL.* denied/),
    });
    await client.end();
    await server.close();
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
