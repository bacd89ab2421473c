import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { memoryPlace } from '../../src/reference/guarded/memory-place.js';
import { MEMORY_BYTES } from '../../src/reference/postgres/postgres-server.ts';
import { CLI } from '../support/cli.ts';
import { describeEach } from './backends.ts';
import { ask, designOf } from './client.ts';
import { commandOf, killAtOnce, ofOurs, type Process, startedBy } from './traces.ts';

const MEMORY = memoryPlace(MEMORY_BYTES, '/dev/shm', {});

/** Nothing says where temporary files are to be. */
const { TMPDIR, TMP, TEMP, ...ENV } = process.env;

let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
});

function serve(id: string): ChildProcess {
  child = spawn(process.execPath, [CLI, 'serve', id, '--port', '0'], {
    env: ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return child;
}

/** The temporary folders of servers that their commands name. */
const foldersOf = (processes: readonly Process[]): readonly string[] => [
  ...new Set(processes.flatMap(({ command }) => command.match(/\/[^\0"]*?\/counter-probe-server-\w+/g) ?? [])),
];

const inMemory = (folders: readonly string[]) => folders.filter((folder) => folder.startsWith(`${MEMORY}/`));

/** Of these, what is still there: a process by its command too, for its number may be another's by now. */
const left = (processes: readonly Process[], folders: readonly string[]) => ({
  folders: folders.filter((folder) => existsSync(folder)),
  processes: processes.filter(({ pid, command }) => command !== '' && commandOf(pid) === command),
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries += 1) await setTimeout(25);
}

async function leavesNothing(processes: readonly Process[], folders: readonly string[]): Promise<void> {
  const isClean = () => Object.values(left(processes, folders)).every((kind) => kind.length === 0);
  await until(isClean);
  expect(left(processes, folders)).toEqual({ folders: [], processes: [] });
}

async function killed(by: NodeJS.Signals): Promise<void> {
  const exit = child && once(child, 'exit');
  child?.kill(by);
  await exit;
}

describe.runIf(MEMORY !== null)('with its data in memory', () => {
  describeEach([designOf('postgres-atomic'), designOf('postgres-replica-read')], ({ id, server }) => {
    const servers = server === designOf('postgres-replica-read').server ? 2 : 1;

    test.each(['SIGKILL', 'SIGINT'] as const)('leaves no process and no file when serve ends by %s', async (signal) => {
      const serving = serve(id);
      const [said] = serving.stdout ? await once(serving.stdout.setEncoding('utf8'), 'data') : [];
      const url = String(said).split('\n')[0]?.replace('listening ', '') ?? '';
      expect((await ask(url, 'POST /counter')).status).toBe(200);
      const processes = startedBy(serving.pid);
      const folders = foldersOf(processes);
      expect(inMemory(folders).length).toBe(servers);
      await killed(signal);
      await leavesNothing(processes, folders);
    });

    test('shares nothing in memory that would outlive a kill of it', async () => {
      const serving = serve(id);
      if (serving.stdout) await once(serving.stdout, 'data');
      const maps = startedBy(serving.pid).map(({ pid }) => readFileSync(`/proc/${pid}/maps`, 'utf8'));
      expect(maps.join('').match(/\/server\/data\/pg_dynshmem\/mmap/g)).not.toBeNull();
      expect(maps.join('').match(/\/dev\/shm\/PostgreSQL.*/g)).toBeNull();
    });

    test('leaves nothing after the next start when all that would put away is killed with it', async () => {
      const serving = serve(id);
      if (serving.stdout) await once(serving.stdout, 'data');
      const processes = startedBy(serving.pid);
      const folders = foldersOf(processes);
      expect(inMemory(folders).length).toBe(servers);
      killAtOnce([serving.pid ?? -1, ...ofOurs(processes)]);
      await once(serving, 'exit');
      expect(left([], folders).folders).toEqual(folders);
      const next = serve('memory-atomic');
      if (next.stdout) await once(next.stdout, 'data');
      await killed('SIGINT');
      await leavesNothing(processes, folders);
    });

    test('leaves nothing when serve is killed while its data are made', async () => {
      const serving = serve(id);
      await until(() => inMemory(foldersOf(startedBy(serving.pid))).length > 0);
      const processes = startedBy(serving.pid);
      const folders = foldersOf(processes);
      expect(inMemory(folders).length).toBeGreaterThan(0);
      await killed('SIGKILL');
      await leavesNothing(processes, folders);
    });
  });
});
