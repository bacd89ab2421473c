import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../http/answer.js';
import { notStarted } from '../start-errors.ts';
import { exited } from './exited.ts';

/** What is asked of a counter. */
export interface Question {
  readonly op: 'add' | 'get' | 'set' | 'stored';
  readonly key: string;
  readonly value?: number;
}

type Answer = { readonly id: number; readonly value: number } | { readonly id: number; readonly failed: string };

/** A program of ours in a process of its own, which has a number and answers questions about it. */
export interface AskedProcess {
  readonly pid: number;
  /** Rejects with a `Refusal` when the process is gone, and with an `Error` where it says that it failed. */
  readonly ask: (question: Question) => Promise<number>;
  /** Settles when it has ended: by itself, unless a signal is given. */
  readonly end: (signal?: 'SIGKILL') => Promise<void>;
}

/**
 * Starts a program, with settings as its one argument, and waits until it says that it is ready. Rejects with a
 * `ProbeError`, which names it as `name`, when it ends before.
 */
export async function startAsked(name: string, program: URL, settings: object): Promise<AskedProcess> {
  const child = fork(fileURLToPath(program), [JSON.stringify(settings)], {
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
  if (!(await Promise.race([ready, exit]))) throw notStarted(name, said.trim() || 'it ended at once');
  return { pid: child.pid ?? -1, ask: asking(child), end: (signal) => exited(child, () => stop(child, signal)) };
}

function stop(child: ChildProcess, signal?: 'SIGKILL'): void {
  if (signal !== undefined) child.kill(signal);
  else if (child.connected) child.disconnect();
}

function asking(child: ChildProcess): AskedProcess['ask'] {
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

/** The answer where a process that has the number is gone. */
export const gone = (): Error => new Refusal(503, 'the process that was asked is gone');
