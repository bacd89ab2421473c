import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { notStarted } from '../start-errors.ts';
import { exited } from './exited.ts';
import { removeFolder } from './remove-folder.js';
import { turns } from './turns.ts';

/** One command. `{folder}` in it stands for the server's temporary folder, `{data}` for that of its data. */
export interface Step {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Not as `runAs`: it reads what that account may not. */
  readonly asSelf?: true;
}

/** What the process that guards a server is told. */
export interface ServerSpec {
  /** Run one after another before the server, each to its end. */
  readonly prepare: readonly Step[];
  readonly server: Step;
  /** Account to run all of it as; null: this one. */
  readonly runAs: { readonly uid: number; readonly gid: number } | null;
  readonly stopSignal: NodeJS.Signals;
  /** Its data lie in a folder of their own in memory, where so much is free there; else in the temporary folder. */
  readonly memoryBytes?: number;
}

/** A server that ends, with its folders, when this process does. */
export interface GuardedServer {
  readonly folder: string;
  /** Of its data: the same, or one in memory. */
  readonly data: string;
  /** Of the server itself, as it runs now. */
  readonly pid: number;
  /** Settles with why the server ended by itself, or was killed. */
  readonly ended: Promise<string>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /**
   * Kills the server (SIGKILL), as a crash would, and starts it again on what it left, with the same command; it may not
   * answer yet. `ended` does not settle by this. Rejects with a `ProbeError` when it ends at once.
   */
  readonly restart: () => Promise<Restarted>;
  /** Settles when the server has ended and its folders are gone. */
  readonly close: () => Promise<void>;
}

/** Process ids. */
export interface Restarted {
  readonly killed: number;
  readonly started: number;
}

/** Where it is at work, and as what. */
type Running = Pick<GuardedServer, 'folder' | 'data' | 'pid'> & { readonly folders: readonly string[] };
type Said = Running | { readonly ended: string; readonly mend?: string | null };

/** Starts a server in a temporary folder; it may not answer yet. Rejects with a `ProbeError` when it ends at once. */
export async function startGuarded(name: string, spec: ServerSpec): Promise<GuardedServer> {
  const guardian = fork(fileURLToPath(new URL('./guardian.js', import.meta.url)), [JSON.stringify(spec)], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const isLeft = (): Said => ({ ended: 'its guardian ended' });
  const left = once(guardian, 'exit').then(isLeft, isLeft);
  const ended = new Promise<string>((resolve) => {
    guardian.on('message', (said: Said) => 'ended' in said && resolve(said.ended));
    void left.then((said) => 'ended' in said && resolve(said.ended));
  });
  const begun = async (): Promise<Running> => {
    const said = await Promise.race([once(guardian, 'message').then(([first]) => first as Said), left]);
    if ('ended' in said) throw notStarted(name, said.ended, said.mend);
    return said;
  };
  let running = await begun().catch(async (error: unknown) => {
    await close(guardian);
    throw error;
  });
  const orphaned = left.then(() => (guardian.exitCode === 0 ? undefined : putAway(running)));
  const oneByOne = turns();
  const restart = async (): Promise<Restarted> => {
    const killed = running.pid;
    const again = begun();
    send(guardian, 'restart');
    running = await again;
    return { killed, started: running.pid };
  };
  return {
    folder: running.folder,
    data: running.data,
    get pid() {
      return running.pid;
    },
    ended,
    signal: (signal) => send(guardian, signal),
    restart: () => oneByOne(restart),
    async close() {
      await close(guardian);
      await orphaned;
    },
  };
}

/** A guardian that was killed itself has left the server and its folders. */
async function putAway({ pid, folders }: Running): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended as well.
  }
  await Promise.all(folders.map(removeFolder));
}

/** Of one that has ended meanwhile, `ended` tells. */
function send(guardian: ChildProcess, asked: NodeJS.Signals | 'restart'): void {
  if (guardian.connected) guardian.send(asked, () => {});
}

const close = (guardian: ChildProcess): Promise<void> =>
  exited(guardian, () => {
    if (guardian.connected) guardian.disconnect();
  });
