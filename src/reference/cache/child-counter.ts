import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Counter } from '../counter/counter.ts';
import { Refusal } from '../http/answer.js';
import { notStarted } from '../start-errors.ts';

export interface ChildCounter {
  readonly counter: Counter;
  /** Ends the process and removes its files. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (value: number) => void;
  readonly reject: (error: Error) => void;
}

const PROGRAM = fileURLToPath(new URL('./write-behind-process.js', import.meta.url));

/**
 * Starts a process that keeps counters in its memory and flushes them to a file `flushMs` later; with a log too, when
 * one is asked for. `crash` kills it by SIGKILL and starts another on the same files. Rejects with a `ProbeError` when it
 * does not start.
 */
export async function startChildCounter(flushMs: number, withLog: boolean): Promise<ChildCounter> {
  const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
  const settings = { file: join(folder, 'counters.json'), log: withLog ? join(folder, 'log') : null, flushMs };
  let child = await Keeper.start(settings);

  const crash = async () => {
    const killed = child;
    await killed.end('SIGKILL');
    child = await Keeper.start(settings);
    return { killed: killed.pid, started: child.pid };
  };
  return {
    counter: {
      set: async (key, value) => void (await child.ask('set', key, value)),
      increment: (key) => child.ask('add', key),
      read: (key) => child.ask('get', key),
      views: { stored: (key) => child.ask('stored', key) },
      crash,
    },
    close: async () => {
      await child.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One process, and the questions it has not answered yet. */
class Keeper {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  private constructor(child: ChildProcess) {
    this.#process = child;
    child.on('message', ({ id, value }: { id: number; value: number }) => {
      this.#waiting.get(id)?.resolve(value);
      this.#waiting.delete(id);
    });
    child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(gone());
      this.#waiting.clear();
    });
  }

  static async start(settings: object): Promise<Keeper> {
    const child = fork(PROGRAM, [], {
      detached: true, // a Ctrl-C in the terminal reaches whoever started the design; that one decides when this ends
      execArgv: [],
      env: { ...process.env, COUNTER_PROBE_STORE: JSON.stringify(settings) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = new AbortController();
    const ready = once(child, 'message', { signal: ended.signal }).then(() => true);
    const exit = once(child, 'exit', { signal: ended.signal }).then(() => false);
    const isReady = await Promise.race([ready, exit]);
    ended.abort();
    await Promise.allSettled([ready, exit]);
    if (!isReady) throw notStarted('the process that keeps the counters', 'it ended at once');
    return new Keeper(child);
  }

  get pid(): number {
    return this.#process.pid ?? -1;
  }

  ask(op: 'add' | 'get' | 'set' | 'stored', key: string, value?: number): Promise<number> {
    return new Promise((resolve, reject) => {
      if (!this.#process.connected) return reject(gone());
      this.#asked += 1;
      this.#waiting.set(this.#asked, { resolve, reject });
      this.#process.send({ id: this.#asked, op, key, value });
    });
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill(signal);
    await exit;
  }
}

const gone = (): Error => new Refusal(503, 'the process that keeps the counters is gone');
