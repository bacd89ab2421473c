import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** Process ids of those that were started with a folder for their temporary one, or are at work in it. */
export async function processesOf(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(
    pids.map(async (pid) => [
      await readlink(`/proc/${pid}/cwd`).catch(() => ''),
      await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    ]),
  );
  return pids.filter((_, at) => places[at]?.some((place) => place.includes(folder)));
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400 && !(await holds()); tries += 1) await setTimeout(25);
}

/** Fails when a file or a process is in a folder, or comes by it, and stays. */
export async function nothingIn(folder: string): Promise<void> {
  const left = async () => ({ files: await readdir(folder), processes: await processesOf(folder) });
  await until(async () => Object.values(await left()).every((kind) => kind.length === 0));
  expect(await left()).toEqual({ files: [], processes: [] });
}

export interface Process {
  readonly pid: string;
  readonly command: string;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended meanwhile
  }
};

export const commandOf = (pid: string): string => read(`/proc/${pid}/cmdline`);

/** All that a process has started, and what those have. */
export function startedBy(parent: number | undefined): readonly Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [pid, read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]]));
  const below = (id: string): readonly string[] =>
    pids.filter((pid) => parents.get(pid) === id).flatMap((pid) => [pid, ...below(pid)]);
  return below(String(parent)).map((pid) => ({ pid, command: commandOf(pid) }));
}

/** Of these, who runs a program of ours, and no server. */
export const ofOurs = (processes: readonly Process[]): readonly number[] =>
  processes.filter(({ command }) => /^[^\0]*node\0[^\0]*\/reference\//.test(command)).map(({ pid }) => Number(pid));

/** Kills them; none sees another end. */
export function killAtOnce(pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}
