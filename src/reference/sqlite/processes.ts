import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { DesignOptions, RunningDesign } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { serve } from '../http/node-server.ts';
import { notStarted } from '../start-errors.ts';

const PROGRAM = fileURLToPath(new URL('./sqlite-process.js', import.meta.url));
const PROCESSES = 4;

/** How a process counts: reads, and writes back after a while; or both in a transaction that is BEGIN IMMEDIATE. */
export type Way = 'read-write' | 'immediate';

type Answer = { readonly id: number; readonly value: number } | { readonly id: number; readonly failed: string };

/**
 * Serves a counter from four processes that have one SQLite file open and are asked in turn. Rejects with a `ProbeError`
 * when they do not start or the port is taken.
 */
export async function serveSqlite(designId: string, way: Way, options: DesignOptions): Promise<RunningDesign> {
  const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
  const spec = { folder, way, windowMs: options.windowMs ?? 5 };
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(children.map(ended));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // One after another: the first makes the table.
    for (let i = 0; i < PROCESSES; i += 1) children.push(await started(spec));
  } catch (error) {
    await close();
    throw error;
  }
  return serve(designId, counterContract(counterOf(children)), options.port ?? 0, close);
}

function counterOf(children: readonly ChildProcess[]): Counter {
  const asks = children.map(asking);
  let turn = 0;
  const ask = (op: string, key: string, value = 0): Promise<number> => {
    turn = (turn + 1) % asks.length;
    return asks[turn]?.({ op, key: JSON.stringify(key), value }) ?? Promise.reject(gone());
  };
  return {
    set: async (key, value) => void (await ask('set', key, value)),
    increment: (key) => ask('add', key),
    read: (key) => ask('get', key),
  };
}

/** Sends a question to a process; settles with its answer. */
function asking(child: ChildProcess): (question: object) => Promise<number> {
  const waiting = new Map<number, (answer: Answer | null) => void>();
  let asked = 0;
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.once('exit', () => {
    for (const settle of waiting.values()) settle(null);
  });
  return async (question) => {
    asked += 1;
    const id = asked;
    const answer = await new Promise<Answer | null>((resolve) => {
      waiting.set(id, resolve);
      child.send({ id, ...question }, (error) => error && resolve(null));
    });
    waiting.delete(id);
    if (answer === null) throw gone();
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.value;
  };
}

const gone = (): Error => new Refusal(503, 'the process that was asked is gone');

async function started(spec: object): Promise<ChildProcess> {
  const child = fork(PROGRAM, [JSON.stringify(spec)], {
    detached: true, // a Ctrl-C in the terminal reaches whoever started the design; that one decides when this ends
    execArgv: ['--no-warnings'], // SQLite is new in Node, which would say so
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const ready = once(child, 'message').then(() => true);
  const exit = once(child, 'exit').then(() => false);
  if (await Promise.race([ready, exit])) return child;
  throw notStarted('a process with SQLite', said.trim() || 'it ended at once');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exit;
}
