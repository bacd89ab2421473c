import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { record, sweep } from '../../src/reference/guarded/left-over.js';
import { isGone, isLeft, nameFor, processOf } from '../../src/reference/guarded/owner.js';
import { CLI } from '../support/cli.ts';
import { describeEach } from './backends.ts';
import { ask, designOf } from './client.ts';
import { commandOf, killAtOnce, nothingIn, ofOurs, type Process, startedBy, until } from './traces.ts';

/** One of each way in which something is started that could be left behind. */
const WAYS = ['redis-incr', 'postgres-atomic', 'sqlite-immediate', 'write-behind', 'workers-kv'];

const LINUX = process.platform === 'linux';

/** As made by processes that have long ended: their numbers are those of this one and of its parent, which began later. */
const GONE = nameFor('x').replace(/_(\d+)_\d+_(\d+)_\d+_$/, '_$1_1_$2_1_');

let temporary: string;
const serving = new Set<ChildProcess>();
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'counter-probe-test-'));
  await chmod(temporary, 0o755); // PostgreSQL enters it as another account
});
afterEach(async () => {
  for (const child of serving) child.kill('SIGKILL');
  serving.clear();
  await rm(temporary, { recursive: true, force: true });
});

async function serve(id: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [CLI, 'serve', id, '--port', '0'], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  serving.add(child);
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: String(text).split('\n')[0]?.replace('listening ', '') ?? '' };
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** A number may be another's by now. */
const livingOf = (processes: readonly Process[]) =>
  processes.filter(({ pid, command }) => command !== '' && commandOf(pid) === command);

describe.runIf(LINUX)('what was killed together with all that would have put away after it', () => {
  describeEach(WAYS.map(designOf), ({ id }) => {
    test('is put away by the next start, which touches nothing that is in use', async () => {
      const killed = await serve(id);
      const kept = new Set(await readdir(temporary));
      const running = await serve(id);
      const inUse = (await readdir(temporary)).filter((name) => !kept.has(name));
      const processes = startedBy(killed.child.pid);
      expect(ofOurs(processes)).not.toEqual([]);
      killAtOnce([killed.child.pid ?? -1, ...ofOurs(processes)]);
      await ended(killed.child);
      expect(inUse.length).toBe(kept.size);
      const next = await serve('memory-atomic');
      next.child.kill('SIGINT');
      expect(await ended(next.child)).toBe(0);
      await until(async () => livingOf(processes).length === 0);
      expect({ folders: await readdir(temporary), processes: livingOf(processes) }).toEqual({
        folders: inUse,
        processes: [],
      });
      expect((await ask(running.url, 'POST /counter')).json).toEqual({ value: 1 });
      running.child.kill('SIGINT');
      expect(await ended(running.child)).toBe(0);
      await nothingIn(temporary);
    });

    test('is put away by serve itself, where that was left alone', async () => {
      const { child } = await serve(id);
      killAtOnce(ofOurs(startedBy(child.pid)));
      child.kill('SIGTERM');
      await ended(child);
      await nothingIn(temporary);
    });
  });

  test('is told by when it began from another with its number', () => {
    const { pid, began } = processOf(process.pid);
    expect([isGone({ pid, began }), isGone({ pid, began: String(Number(began) + 1) })]).toEqual([false, true]);
    const [own, later] = [nameFor('x'), nameFor('x').replaceAll(began, `${began}1`)];
    expect([isLeft(`${own}a`), isLeft(`${later}a`)]).toEqual([false, false]); // the one that started this lives
    expect(isLeft(`${GONE}a`)).toBe(true);
    expect(isLeft(`${GONE}a`.replace('-x-', '-x-0'))).toBe(false); // numbers of another system
  });

  it.each(['counter-probe-folder-a1b2c3', 'counter-probe-x', 'theirs'])('leaves a folder called %s', async (name) => {
    await mkdir(join(temporary, name));
    await sweep([temporary]);
    expect(await readdir(temporary)).toEqual([name]);
  });

  it('leaves what is no folder of this account, and what a link leads to', async () => {
    const [theirs, link, own] = ['a', 'b', 'c'].map((end) => join(temporary, GONE + end)) as [string, string, string];
    const target = join(temporary, 'target');
    await Promise.all([theirs, own, target].map((folder) => mkdir(folder)));
    await symlink(target, link);
    if (process.getuid?.() === 0) await chown(theirs, 65_534, 65_534);
    else await rm(theirs, { recursive: true });
    const stays = (await readdir(temporary)).filter((name) => name !== basename(own));
    await sweep([temporary, join(temporary, 'missing')]);
    expect(await readdir(temporary)).toEqual(stays);
  });

  it('does not end a process that has the number of one that was recorded', async () => {
    const folder = join(temporary, `${GONE}a`);
    await mkdir(folder);
    record(folder, [process.pid]);
    const text = await readFile(join(folder, '.processes'), 'utf8');
    await writeFile(join(folder, '.processes'), text.replace(/"began":"/, '"began":"1'));
    await sweep([temporary]);
    expect(await readdir(temporary)).toEqual([]); // and this process goes on
  });
});
