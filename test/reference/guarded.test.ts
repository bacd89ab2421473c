import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startGuarded } from '../../src/reference/guarded/guarded.ts';

const SLEEPER = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env: {} };

/** Its state, and the id of its parent: what comes behind the name of the program. */
const statOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

/** What has ended may be there until somebody has asked how. */
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/stat`) && statOf(pid)[0] !== 'Z';

const parentOf = (pid: number): number => Number(statOf(pid)[1]);

it('a server whose guardian is killed ends, and its folder goes', { skip: process.platform !== 'linux' }, async () => {
  const server = await startGuarded('a sleeper', { prepare: [], server: SLEEPER, runAs: null, stopSignal: 'SIGTERM' });
  const { pid, folder } = server;
  expect([isAlive(pid), existsSync(folder)]).toEqual([true, true]);
  process.kill(parentOf(pid), 'SIGKILL');
  expect(await server.ended).toBe('its guardian ended');
  await server.close();
  for (let tries = 0; tries < 400 && isAlive(pid); tries += 1) await setTimeout(25);
  expect([isAlive(pid), existsSync(folder)]).toEqual([false, false]);
});
