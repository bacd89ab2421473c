import { counterContract } from '../counter/contract.js';
import type { Counter, Crash } from '../counter/counter.ts';
import type { DesignOptions, RunningDesign } from '../design.ts';
import { type AskedProcess, gone, type Question, startAsked } from '../guarded/asked-process.ts';
import { guardedFolder } from '../guarded/folder.ts';
import { turns } from '../guarded/turns.ts';
import { serve } from '../http/node-server.ts';

const PROGRAM = new URL('./sqlite-process.js', import.meta.url);
const PROCESSES = 4;

/** How a process counts: reads, and writes back after a while; or both in a transaction that is BEGIN IMMEDIATE. */
export type Way = 'read-write' | 'immediate';

/**
 * Serves a counter from four processes that have one SQLite file open and are asked in turn. Rejects with a `ProbeError`
 * when they do not start or the port is taken.
 */
export async function serveSqlite(designId: string, way: Way, options: DesignOptions): Promise<RunningDesign> {
  const folder = await guardedFolder();
  const group = processGroup({ folder: folder.path, way, windowMs: options.windowMs ?? 5 });
  const close = async (): Promise<void> => {
    await group.end();
    await folder.close();
  };
  try {
    await group.start();
  } catch (error) {
    await close();
    throw error;
  }
  const counter = { ...counterOf(group.workers), crash: group.crash };
  return serve(designId, counterContract(counter), options.port ?? 0, close);
}

/** All processes that have the file open. */
interface Group {
  readonly workers: () => readonly AskedProcess[];
  readonly start: () => Promise<void>;
  readonly crash: Crash;
  readonly end: () => Promise<void>;
}

function processGroup(spec: object): Group {
  const oneByOne = turns();
  let workers: readonly AskedProcess[] = [];
  const started = () => startAsked('a process with SQLite', PROGRAM, spec);
  const start = async (): Promise<void> => {
    // By itself: it makes the table, or takes back what none had committed before a crash.
    workers = [await started()];
    const others = await Promise.allSettled(Array.from({ length: PROCESSES - 1 }, () => started()));
    workers = [...workers, ...others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))];
    for (const other of others) if (other.status === 'rejected') throw other.reason;
  };
  // The file outlives them, and so does what they had committed (SQLite docs, "Atomic Commit In SQLite", "Hot rollback
  // journals").
  const crash = async () => {
    const killed = workers.map(({ pid }) => pid);
    await Promise.all(workers.map(({ end }) => end('SIGKILL')));
    await start();
    return { killed, started: workers.map(({ pid }) => pid) };
  };
  return {
    workers: () => workers,
    start,
    crash: () => oneByOne(crash),
    end: () => oneByOne(async () => void (await Promise.all(workers.map(({ end }) => end())))),
  };
}

function counterOf(workers: () => readonly AskedProcess[]): Counter {
  let turn = 0;
  const ask = (op: Question['op'], key: string, value = 0): Promise<number> => {
    turn = (turn + 1) % PROCESSES;
    return workers()[turn]?.ask({ op, key: JSON.stringify(key), value }) ?? Promise.reject(gone());
  };
  return {
    set: async (key, value) => void (await ask('set', key, value)),
    increment: (key) => ask('add', key),
    read: (key) => ask('get', key),
  };
}
