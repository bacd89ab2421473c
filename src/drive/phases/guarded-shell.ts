import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Beside the command waits one that reads from us. A line says that the command is over, and what it left running is
 * meant to; the end of the channel says that we are gone, however that came, and then the whole group goes too.
 */
const GUARDED = '(read -r over <&3 || kill -9 0) & exec 3<&-; exec /bin/sh -c "$1"';

export interface GuardedShell {
  readonly child: ChildProcess;
  /** The command ended: what it started stays. */
  readonly over: () => void;
  /** Ends the command and all that it started. */
  readonly end: () => void;
}

/** How a command is started so that it does not outlive this process. */
export const guardedShell = (
  command: string,
): { readonly args: readonly string[]; readonly options: SpawnOptions } => ({
  args: ['-c', GUARDED, 'sh', command],
  // A group of its own, so that what it started in turn ends with it.
  options: { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true },
});

/** Starts a command in a shell; what it prints goes nowhere. */
export function startGuarded(command: string): GuardedShell {
  const { args, options } = guardedShell(command);
  const child = spawn('/bin/sh', args, options);
  const channel = child.stdio[3] as Writable | null | undefined;
  channel?.on('error', () => {});
  return { child, over: () => void channel?.end('over\n'), end: () => endGroup(child.pid) };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
