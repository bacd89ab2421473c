import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Design } from '../../src/reference/design.ts';
import { availability, designs } from '../../src/reference/registry.ts';
import { CLI } from '../support/cli.ts';
import { describeEach } from './backends.ts';
import { ask, designOf } from './client.ts';
import { nothingIn, processesOf, until } from './traces.ts';

const REGISTRY = new URL('../../dist/reference/registry.js', import.meta.url).href;

/** Starts each of the designs that it is told, in one process, and says so. */
const STARTER = `
  const { designs } = await import(process.argv[1]);
  const named = designs.filter(({ id }) => process.argv.includes(id));
  await Promise.all(named.map((design) => design.start({ port: 0 })));
  console.log('started ' + named.length);
`;

/** One of each way in which something is started that could be left behind. */
const WAYS = ['redis-incr', 'postgres-atomic', 'dynamodb-add', 'sqlite-immediate', 'write-behind', 'workers-kv'];

let temporary: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'counter-probe-test-'));
  await chmod(temporary, 0o755); // PostgreSQL enters it as another account
});
afterEach(async () => {
  child?.kill('SIGKILL');
  child = null;
  await rm(temporary, { recursive: true, force: true });
});

/** Runs Node with these arguments, so that all it starts has the temporary folder for its own. */
function run(...args: readonly string[]): ChildProcess {
  child = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.setEncoding('utf8');
  return child;
}

async function said(by: ChildProcess): Promise<string> {
  const [text] = by.stdout ? await once(by.stdout, 'data') : [];
  return String(text).split('\n')[0] ?? '';
}

const processes = () => processesOf(temporary);
const leavesNothing = () => nothingIn(temporary);

async function killed(by: NodeJS.Signals): Promise<void> {
  const exit = child && once(child, 'exit');
  child?.kill(by);
  expect((await exit)?.[0]).toBe(by === 'SIGKILL' ? null : 0);
}

describeEach(WAYS.map(designOf), ({ id }) => {
  test.each(['SIGKILL', 'SIGINT'] as const)('leaves no process and no file when serve ends by %s', async (signal) => {
    const url = (await said(run(CLI, 'serve', id, '--port', '0'))).replace('listening ', '');
    expect((await ask(url, 'POST /counter')).status).toBe(200);
    expect(await readdir(temporary)).not.toEqual([]);
    expect((await processes()).length).toBeGreaterThan(1);
    await killed(signal);
    await leavesNothing();
  });

  test('leaves nothing when serve is killed before it answers', async () => {
    run(CLI, 'serve', id, '--port', '0');
    await until(async () => (await readdir(temporary)).length > 0);
    await killed('SIGKILL');
    await leavesNothing();
  });
});

/** What they run on; null: this process, and perhaps one more. */
const backendOf = ({ needs, server }: Design): string => needs[0]?.split('@')[0] ?? (server ? 'SQLite' : 'Node alone');
const runnable = (await Promise.all(designs.map(async (one) => ({ one, ...(await availability(one)) }))))
  .filter(({ available }) => available)
  .map(({ one }) => one);

describe.each([...new Set(runnable.map(backendOf))])('all designs on %s', (backend) => {
  test('leave no process and no file when what started them is killed', async () => {
    const ids = runnable.filter((design) => backendOf(design) === backend).map(({ id }) => id);
    expect(await said(run('--input-type=module', '-e', STARTER, REGISTRY, ...ids))).toBe(`started ${ids.length}`);
    await killed('SIGKILL');
    await leavesNothing();
  });
});
