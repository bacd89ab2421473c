import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedShell } from '../../../src/drive/phases/guarded-shell.ts';
import { isRelease, isRun, isSetup } from '../../../src/history/history.ts';
import { answer, answerValue } from '../../support/answers.ts';
import { counter } from '../../support/counter.ts';
import { isRead, serve } from '../../support/serve.ts';
import { drivenScenario } from '../history-of.ts';
import { phase, request, scenario, step, write } from '../scenarios.ts';

describe('a burst on fewer connections than writes', () => {
  it.each([1, 3])('has each send its next write when its last one was answered (%i)', async (connections) => {
    const open = new Map<number, number>();
    const most = new Map<number, number>();
    let value = 0;
    const server = await serve({
      onRequest: async ({ socket, request: came, connection }) => {
        if (isRead(came)) return answerValue(socket, value);
        open.set(connection, (open.get(connection) ?? 0) + 1);
        most.set(connection, (most.get(connection) ?? 0) + 1);
        value++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return answer(socket, {});
      },
    });
    try {
      const burst = phase('concurrent', { count: 8, connections });
      const { writes, marks } = await drivenScenario(scenario(server.url, [burst]));
      expect(writes.map((one) => one.counts)).toEqual(Array(8).fill('acknowledged'));
      expect(most.size).toBe(connections);
      expect([...most.values()].sort()).toEqual(connections === 1 ? [8] : [2, 3, 3]);
      expect(marks.filter(isRelease)).toHaveLength(1);
      const released = Math.min(...writes.map((one) => one.invoke));
      expect(writes.filter((one) => one.invoke === released)).toHaveLength(connections);
    } finally {
      await server.close();
    }
  });

  it('opens another one where a connection does not last', async () => {
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        if (isRead(came)) return answerValue(socket, 0);
        answer(socket, { headers: { Connection: 'close' } });
        return socket.end();
      },
    });
    try {
      const { writes } = await drivenScenario(
        scenario(server.url, [phase('concurrent', { count: 6, connections: 2 })]),
      );
      expect(writes).toHaveLength(6);
      for (const one of writes)
        expect(server.attempts.get(one.attempt ?? '') ?? 0).toBe(one.counts === 'notSent' ? 0 : 1);
    } finally {
      await server.close();
    }
  });

  it('sends every write though the first, large one went ahead alone', async () => {
    const server = await counter();
    try {
      const large = write(request(`${server.url}/c`, 'POST', { body: { kind: 'text', text: 'x'.repeat(5_000) } }));
      const burst = phase('concurrent', { count: 6, connections: 2 });
      const { writes } = await drivenScenario(scenario(server.url, [burst], { write: large }));
      expect(writes.map((one) => one.counts)).toEqual(Array(6).fill('acknowledged'));
      expect(server.value()).toBe(6);
    } finally {
      await server.close();
    }
  });
});

describe('a phase that hangs up on a share of its writes', () => {
  it.each(['concurrent', 'spaced', 'paced'] as const)(
    'does so on exactly that share, by the seed (%s)',
    async (kind) => {
      const server = await counter({ delayMs: 60 });
      try {
        const phases = [phase(kind, { count: 4, abort: { afterMs: 10, share: 0.5 } })];
        const { writes } = await drivenScenario(scenario(server.url, phases));
        const hungUpOn = writes.filter((one) => one.abandoned === 'reply');
        expect(hungUpOn.map((one) => one.outcome)).toEqual(['info', 'info']);
        expect(writes.filter((one) => one.outcome === 'ok')).toHaveLength(2);
        expect(server.value()).toBe(4);
        const again = await drivenScenario(scenario(server.url, phases));
        const ids = (all: typeof writes) =>
          all
            .filter((one) => one.abandoned)
            .map((one) => one.attempt)
            .sort();
        expect(ids(again.writes).map((id) => id?.split('-')[1])).toHaveLength(2);
      } finally {
        await server.close();
      }
    },
  );
});

describe('a command between writes', () => {
  it('is run by a shell, and its end is marked', async () => {
    const server = await counter();
    const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
    try {
      const command = `echo {{run_id}} loud; echo done > ${folder}/it && exit 3`;
      const phases = [phase('spaced'), phase('run', { command }), phase('spaced', { name: 'after' })];
      const { marks, writes } = await drivenScenario(scenario(server.url, phases));
      const [mark] = marks.filter(isRun);
      expect(mark).toMatchObject({ phaseIndex: 1, exitCode: 3 });
      expect(await readFile(join(folder, 'it'), 'utf8')).toBe('done\n');
      for (const one of writes)
        expect(one.phase === 'after' ? one.invoke > (mark?.last ?? 0) : one.invoke < (mark?.first ?? 0)).toBe(true);
    } finally {
      await Promise.all([server.close(), rm(folder, { recursive: true })]);
    }
  });

  it('that does not end in time is ended with all that it started', async () => {
    const server = await counter();
    const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
    try {
      const command = `sh -c 'sleep 30 & echo $! > ${folder}/pid; wait'`;
      const { marks } = await drivenScenario(scenario(server.url, [phase('run', { command, timeoutMs: 300 })]));
      expect(marks.filter(isRun)).toMatchObject([{ exitCode: null }]);
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      await expect.poll(() => isAlive(pid)).toBe(false);
    } finally {
      await Promise.all([server.close(), rm(folder, { recursive: true })]);
    }
  });

  it('does not outlive the process that runs it, however that ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
    const pidFile = join(folder, 'pid');
    const { args, options } = guardedShell(`sleep 30 & echo $! > ${pidFile}.part; mv ${pidFile}.part ${pidFile}; wait`);
    const script = `require('child_process').spawn('/bin/sh', ${JSON.stringify(args)}, ${JSON.stringify(options)})`;
    const runner = spawn(process.execPath, ['-e', script]);
    try {
      await expect.poll(() => readFile(pidFile, 'utf8').catch(() => ''), { timeout: 10_000 }).not.toBe('');
      const pid = Number(await readFile(pidFile, 'utf8'));
      expect(await isAlive(pid)).toBe(true);
      runner.kill('SIGKILL');
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    } finally {
      runner.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });

  it('leaves alone what it started and did not wait for', async () => {
    const server = await counter();
    const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
    try {
      const command = `sleep 30 & echo $! > ${folder}/pid`;
      const { marks } = await drivenScenario(scenario(server.url, [phase('run', { command })]));
      expect(marks.filter(isRun)).toMatchObject([{ exitCode: 0 }]);
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      expect(await isAlive(pid)).toBe(true);
      // Its guard is gone, so that it stands alone in its group.
      await expect.poll(() => groupOf(pid)).toEqual([pid]);
      process.kill(pid);
    } finally {
      await Promise.all([server.close(), rm(folder, { recursive: true })]);
    }
  });

  it('takes no value that a shell would not take as it stands', async () => {
    const server = await serve({ onRequest: ({ socket }) => answer(socket, { body: '{"value":0,"pid":"1; false"}' }) });
    try {
      const setup = [step(request(`${server.url}/c`, 'GET'), { pid: '$.pid' })];
      const run = phase('run', { command: 'kill {{pid}}' });
      const { marks } = await drivenScenario(scenario(server.url, [run], { setup }));
      expect(marks.filter(isSetup)[0]?.message).toContain('the value of {{pid}} cannot stand in a command');
    } finally {
      await server.close();
    }
  });
});

/** A process that has ended and was not waited for yet is alive no more. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    return !/^\d+ \(.*\) Z/.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Processes in the group of one. */
async function groupOf(pid: number): Promise<readonly number[]> {
  const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(folders.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')));
  const all = stats.flatMap((stat) => {
    const [, id, state, group] = /^(\d+) \(.*\) (\S) \d+ (\d+)/s.exec(stat) ?? [];
    return id === undefined || state === 'Z' ? [] : [{ id: Number(id), group }];
  });
  const own = all.find(({ id }) => id === pid)?.group;
  return all.filter(({ group }) => group === own).map(({ id }) => id);
}

describe('a plain request between writes', () => {
  it('takes values for the rest of the round, and ends it when it fails', async () => {
    const paths: string[] = [];
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        if (came.target === '/next') return answer(socket, { body: '{"to":"b"}' });
        if (!isRead(came)) paths.push(came.target);
        return isRead(came) ? answerValue(socket, paths.length) : answer(socket, {});
      },
    });
    try {
      const next = phase('request', { step: step(request(`${server.url}/next`, 'GET'), { to: '$.to' }) });
      const later = phase('spaced', { name: 'later', count: 1, write: write(request(`${server.url}/{{to}}`)) });
      await drivenScenario(scenario(server.url, [phase('spaced', { count: 1 }), next, later]));
      expect(paths).toEqual(['/c', '/b']);
      const wrong = { ...step(request(`${server.url}/next`, 'GET')), expect: [[204, 204]] as const };
      const { marks, writes } = await drivenScenario(scenario(server.url, [phase('request', { step: wrong }), later]));
      expect(writes).toEqual([]);
      expect(marks.filter(isSetup)[0]?.message).toMatch(/^phase request, request 1 \(GET .*\): answered 200$/);
    } finally {
      await server.close();
    }
  });
});

describe('a quiet phase', () => {
  it('looks at the value again and again, and sends no write', async () => {
    const server = await counter({ initial: 4 });
    try {
      const { writes, reads } = await drivenScenario(scenario(server.url, [phase('quiet'), phase('wait')]));
      expect(writes).toEqual([]);
      const quiet = reads.filter((one) => one.role === 'quiet' && one.phase === 'quiet');
      expect(quiet.length).toBeGreaterThan(1);
      expect(new Set(quiet.map((one) => one.value))).toEqual(new Set(['4']));
    } finally {
      await server.close();
    }
  });
});

describe('thousands of lanes', () => {
  it('do not all begin before the end of the run is heard', async () => {
    const abort = new AbortController();
    const server = await serve({
      onRequest: ({ socket, request }) => {
        if (isRead(request)) return answerValue(socket, 0);
        abort.abort();
        return answer(socket, {});
      },
    });
    try {
      const lanes = phase('lanes', { lanes: 3_000, each: 1 });
      const { writes } = await drivenScenario(scenario(server.url, [lanes]), abort.signal);
      expect(writes.length).toBeGreaterThan(0);
      expect(writes.length).toBeLessThan(3_000);
    } finally {
      await server.close();
    }
  });
});

describe('every long phase', () => {
  it.each([
    phase('paced', { count: 1_000, everyMs: 20 }),
    phase('lanes', { lanes: 2, each: 100_000 }),
    phase('mixed', { count: 100_000 }),
    phase('retry', { count: 100_000 }),
    phase('replay', { when: 'after-success', count: 100_000 }),
    phase('wait', { forMs: 60_000 }),
    phase('quiet', { forMs: 60_000 }),
    phase('run', { command: 'sleep 60', timeoutMs: 60_000 }),
  ])('ends when the run is interrupted: $kind', async (long) => {
    const server = await counter();
    const abort = new AbortController();
    try {
      const running = drivenScenario(scenario(server.url, [long]), abort.signal);
      setTimeout(() => abort.abort(), 200);
      const { marks } = await running;
      expect(marks.at(-1)).toMatchObject({ stopped: true, why: 'interrupted' });
    } finally {
      await server.close();
    }
  });
});
