import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Settles when a process has exited; `end`, which is to make it, is called only where it has not. */
export async function exited(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  end();
  await exit;
}
