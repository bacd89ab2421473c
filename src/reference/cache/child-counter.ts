import { join } from 'node:path';
import type { Counter } from '../counter/counter.ts';
import { startAsked } from '../guarded/asked-process.ts';
import { guardedFolder } from '../guarded/folder.ts';
import { turns } from '../guarded/turns.ts';

export interface ChildCounter {
  readonly counter: Counter;
  /** Ends the process and removes its files. */
  readonly close: () => Promise<void>;
}

const PROGRAM = new URL('./write-behind-process.js', import.meta.url);

/**
 * Starts a process that keeps counters in its memory and flushes them to a file `flushMs` later; with a log too, when
 * one is asked for. `crash` kills it by SIGKILL and starts another on the same files. Rejects with a `ProbeError` when it
 * does not start.
 */
export async function startChildCounter(flushMs: number, withLog: boolean): Promise<ChildCounter> {
  const folder = await guardedFolder();
  const log = withLog ? join(folder.path, 'log') : null;
  const settings = { file: join(folder.path, 'counters.json'), log, flushMs };
  const start = () => startAsked('the process that keeps the counters', PROGRAM, settings);
  const oneByOne = turns();
  let child = await start().catch(async (error: unknown) => {
    await folder.close();
    throw error;
  });

  const crash = () =>
    oneByOne(async () => {
      const killed = child;
      await killed.end('SIGKILL');
      child = await start();
      return { killed: killed.pid, started: child.pid };
    });
  return {
    counter: {
      set: async (key, value) => void (await child.ask({ op: 'set', key, value })),
      increment: (key) => child.ask({ op: 'add', key }),
      read: (key) => child.ask({ op: 'get', key }),
      views: { stored: (key) => child.ask({ op: 'stored', key }) },
      crash,
    },
    close: () =>
      oneByOne(async () => {
        await child.end();
        await folder.close();
      }),
  };
}
