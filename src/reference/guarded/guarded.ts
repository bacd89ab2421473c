import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { notStarted } from '../start-errors.ts';

/** One command. `{folder}` in it stands for the server's temporary folder. */
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
}

/** A server that ends, with its folder, when this process does. */
export interface GuardedServer {
  readonly folder: string;
  /** Of the server itself. */
  readonly pid: number;
  /** Settles with why the server ended by itself, or was killed. */
  readonly ended: Promise<string>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Settles when the server has ended and its folder is gone. */
  readonly close: () => Promise<void>;
}

type Said = { readonly folder: string; readonly pid: number } | { readonly ended: string };

/** Starts a server in a temporary folder; it may not answer yet. Rejects with a `ProbeError` when it ends at once. */
export async function startGuarded(name: string, spec: ServerSpec): Promise<GuardedServer> {
  const guardian = fork(fileURLToPath(new URL('./guardian.js', import.meta.url)), [JSON.stringify(spec)], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<string>((resolve) => {
    guardian.on('message', (said: Said) => 'ended' in said && resolve(said.ended));
    guardian.once('exit', () => resolve('its guardian ended'));
  });
  const begun = once(guardian, 'message').then(([said]) => said as Said);
  const first = await Promise.race([begun, ended.then((why): Said => ({ ended: why }))]);
  if ('ended' in first) {
    await close(guardian);
    throw notStarted(name, first.ended);
  }
  return { ...first, ended, signal: (signal) => guardian.send(signal), close: () => close(guardian) };
}

async function close(guardian: ChildProcess): Promise<void> {
  if (guardian.exitCode !== null || guardian.signalCode !== null) return;
  const exit = once(guardian, 'exit');
  if (guardian.connected) guardian.disconnect();
  await exit;
}
