import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningDesign } from '../../src/reference/design.ts';
import { availability, designs, findDesign } from '../../src/reference/registry.ts';
import { type HostSpec, MINIFLARE, startWorker } from '../../src/reference/workers/workerd.ts';
import { describeEach } from './backends.ts';
import { ask, askOnce, atOnce, statuses } from './client.ts';

const workersKv = findDesign('workers-kv');
if (!workersKv) throw new Error('no workers-kv');
const { available } = await availability(workersKv);

const folder = (relative: string) => fileURLToPath(new URL(`../../src/reference/${relative}`, import.meta.url));

/** A process that starts the host of workers-kv, says when it listens, and then does nothing. */
const PARENT = `
  const host = require('node:child_process').fork(process.argv[1], [process.argv[2]], { stdio: 'ignore', detached: true });
  console.log(JSON.stringify({ host: host.pid }));
  host.on('message', ({ urls: [url] }) => console.log(JSON.stringify({ url })));
`;

const SPEC: HostSpec = {
  designId: 'workers-kv',
  root: folder('.'),
  workers: [
    {
      file: folder('workers/workers-kv.worker.js'),
      port: 0,
      bindings: { kvNamespaces: ['KV'] },
      variables: {},
      schema: [],
      services: {},
    },
  ],
  crashes: true,
  fetchDelayMs: 0,
};

describe.skipIf(!available && !process.env.CI)('the process that hosts workerd', () => {
  let temporary: string;
  beforeEach(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'counter-probe-test-'));
  });
  afterEach(() => rm(temporary, { recursive: true, force: true }));

  const startParent = async (): Promise<{ parent: ChildProcess; host: number; listening: Promise<string> }> => {
    const parent = spawn(process.execPath, ['-e', PARENT, folder('workers/workerd-host.js'), JSON.stringify(SPEC)], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await said.next()).value);
    const { host } = await next();
    return { parent, host, listening: next().then(({ url }) => url) };
  };

  const nothingIsLeft = async () => {
    await until(async () => (await readdir(temporary)).length === 0);
    await until(async () => (await processesIn(temporary)).length === 0);
  };

  test.each([
    ['its parent ends by SIGKILL', 'parent', 'SIGKILL'],
    ['its parent ends by SIGTERM', 'parent', 'SIGTERM'],
    ['it is killed itself', 'host', 'SIGKILL'],
    ['it is told to end', 'host', 'SIGTERM'],
  ] as const)('leaves nothing when %s', async (_, which, signal) => {
    const { parent, host, listening } = await startParent();
    const url = await listening;
    expect((await request(`${url}/counter`)).statusCode).toBe(200);
    expect(await readdir(temporary)).toHaveLength(1);
    process.kill(which === 'host' ? host : (parent.pid ?? -1), signal);
    await nothingIsLeft();
    await expect(request(`${url}/counter`)).rejects.toThrow('ECONNREFUSED');
    parent.kill('SIGKILL');
  });

  test('leaves nothing when its parent is killed while workerd starts', async () => {
    const { parent, listening } = await startParent();
    listening.catch(() => {});
    const hasBegun = async () => (await readdir(temporary)).length > 0;
    await until(hasBegun);
    parent.kill('SIGKILL');
    await nothingIsLeft();
  });

  test('says why a Worker did not start', async () => {
    const started = startWorker('no-such', {}, { bindings: {} });
    await expect(started).rejects.toThrow(/^workerd did not start: .*no-such\.worker\.js/);
  });
});

const counters = designs.filter(({ object, needs }) => object === 'counter' && needs.includes(MINIFLARE));

describeEach(counters, (design) => {
  let running: RunningDesign;
  beforeAll(async () => {
    running = await design.start({ ttlMs: 0 });
  });
  afterAll(() => running.close());
  const send = (asked: string) => ask(running.url, asked);

  test('has every acknowledged write when workerd was killed, at the same address', async () => {
    for (let n = 1; n <= 10; n += 1) expect((await send('POST /counter')).json).toEqual({ value: n });
    const { status, headers, json } = await send('POST /crash');
    expect({ status, server: headers.server }).toEqual({
      status: 200,
      server: `counter-probe-reference/${design.id}`,
    });
    expect(() => process.kill(json.killed, 0)).toThrow('ESRCH');
    expect(process.kill(json.started, 0)).toBe(true);
    expect((await send('GET /counter')).json).toEqual({ value: 10 });
    expect((await send('POST /counter')).json).toEqual({ value: 11 });
  });

  test('is killed as often as it is asked to be', async () => {
    // Of the port beside it: workerd is gone before it tells a second one where that is.
    const { headers } = await askOnce(running.url, 'POST /crash');
    const beside = headers.location ?? `${running.url}/crash`; // two locations have a server of their own in front
    const kills = await atOnce(2, () => ask(String(beside), 'POST '));
    expect(statuses(kills)).toEqual([200, 200]);
    expect(new Set(kills.map(({ json }) => json.killed)).size).toBe(2);
    expect((await send('GET /counter')).status).toBe(200);
  });

  test('is killed by POST alone', async () => {
    expect(await send('GET /crash')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500 && !(await holds()); tries += 1) await setTimeout(20);
  expect(await holds()).toBe(true);
}

/** Process ids of those at work in the folder. */
async function processesIn(place: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, at) => places[at]?.startsWith(place));
}
