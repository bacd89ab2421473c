import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type GuardedServer, startGuarded } from '../../src/reference/guarded/guarded.ts';
import { memoryPlace } from '../../src/reference/guarded/memory-place.js';

const SLEEPER = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env: {} };

/** Its state, and the id of its parent: what comes behind the name of the program. */
const statOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

/** What has ended may be there until somebody has asked how. */
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/stat`) && statOf(pid)[0] !== 'Z';

const parentOf = (pid: number): number => Number(statOf(pid)[1]);

const started = (memoryBytes: number): Promise<GuardedServer> =>
  startGuarded('a sleeper', { prepare: [], server: SLEEPER, runAs: null, stopSignal: 'SIGTERM', memoryBytes });

const LINUX = { skip: process.platform !== 'linux' };
const A_LOT = 2 ** 50;

it.each([1, A_LOT])('a server whose guardian is killed ends, and its folders go (%i bytes)', LINUX, async (bytes) => {
  const server = await started(bytes);
  const { pid, folder, data } = server;
  const there = () => [isAlive(pid), existsSync(folder), existsSync(data)];
  expect(there()).toEqual([true, true, true]);
  process.kill(parentOf(pid), 'SIGKILL');
  expect(await server.ended).toBe('its guardian ended');
  await server.close();
  for (let tries = 0; tries < 400 && isAlive(pid); tries += 1) await setTimeout(25);
  expect(there()).toEqual([false, false, false]);
});

it('data lie in memory where there is room for them, and in the temporary folder where there is not', async () => {
  const [small, large] = [await started(1), await started(A_LOT)];
  const place = memoryPlace(1);
  expect(small.data.startsWith(place === null ? small.folder : join(place, 'counter-probe-server-'))).toBe(true);
  expect(large.data).toBe(large.folder);
  await Promise.all([small.close(), large.close()]);
  expect([small.data, small.folder, large.folder].filter((folder) => existsSync(folder))).toEqual([]);
});
