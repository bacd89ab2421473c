import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { availability, findDesign } from '../../src/reference/registry.ts';
import { startWorker } from '../../src/reference/workers/workerd.ts';

const workersKv = findDesign('workers-kv');
if (!workersKv) throw new Error('no workers-kv');
const { available } = await availability(workersKv);

const folder = (relative: string) => fileURLToPath(new URL(`../../src/reference/${relative}`, import.meta.url));

/** A process that starts the host of workers-kv, says where it listens, and then does nothing. */
const PARENT = `
  const host = require('node:child_process').fork(process.argv[1], [process.argv[2]], { stdio: 'ignore', detached: true });
  host.on('message', ({ url }) => console.log(JSON.stringify({ url, host: host.pid })));
`;

const SPEC = {
  file: folder('workers/workers-kv.worker.js'),
  root: folder('.'),
  port: 0,
  bindings: { kvNamespaces: ['KV'] },
  schema: [],
  fetchDelayMs: 0,
};

describe.skipIf(!available && !process.env.CI)('the process that hosts workerd', () => {
  let temporary: string;
  beforeEach(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'counter-probe-test-'));
  });
  afterEach(() => rm(temporary, { recursive: true, force: true }));

  const startParent = async (): Promise<{ parent: ChildProcess; url: string; host: number }> => {
    const parent = spawn(process.execPath, ['-e', PARENT, folder('workers/workerd-host.js'), JSON.stringify(SPEC)], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data');
    return { parent, ...JSON.parse(line) };
  };

  test.each(['SIGKILL', 'SIGTERM'] as const)('puts everything away when its parent ends by %s', async (signal) => {
    const { parent, url, host } = await startParent();
    expect((await request(`${url}/counter`)).statusCode).toBe(200);
    expect(await readdir(temporary)).not.toEqual([]);
    parent.kill(signal);
    await once(parent, 'exit');
    await until(() => !isRunning(host));
    await expect(request(`${url}/counter`)).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(temporary)).toEqual([]);
  });

  test('says why a Worker did not start', async () => {
    const started = startWorker('no-such.worker.js', {}, { bindings: {} });
    await expect(started).rejects.toThrow(/^workerd did not start: .*no-such\.worker\.js/);
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !holds(); tries += 1) await setTimeout(20);
  expect(holds()).toBe(true);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
