import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { notStarted } from '../start-errors.ts';

/** A temporary folder that is gone when this process is, however that ends. */
export interface GuardedFolder {
  readonly path: string;
  /** Settles when it is gone. */
  readonly close: () => Promise<void>;
}

/** Makes one. Rejects with a `ProbeError` when it cannot be made. */
export async function guardedFolder(): Promise<GuardedFolder> {
  const guardian = fork(fileURLToPath(new URL('./folder-guardian.js', import.meta.url)), [], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(guardian, 'exit');
  const made = once(guardian, 'message').then(([said]) => (said as { readonly folder: string }).folder);
  const path = await Promise.race([made, exit.then(() => null)]);
  if (path === null) throw notStarted('the guardian of a temporary folder', 'it ended at once');
  const close = async (): Promise<void> => {
    if (guardian.connected) guardian.disconnect();
    await exit;
  };
  return { path, close };
}
