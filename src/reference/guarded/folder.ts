import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { notStarted } from '../start-errors.ts';
import { removeFolder } from './remove-folder.js';

/** A temporary folder that is gone when this process is, however that ends. */
export interface GuardedFolder {
  readonly path: string;
  /** Settles when it is gone. */
  readonly close: () => Promise<void>;
}

type Said = { readonly folder: string } | { readonly why: string; readonly mend: string | null };

/** Makes one. Rejects with a `ProbeError` when it cannot be made. */
export async function guardedFolder(): Promise<GuardedFolder> {
  const guardian = fork(fileURLToPath(new URL('./folder-guardian.js', import.meta.url)), [], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(guardian, 'exit');
  const made = once(guardian, 'message').then(([first]) => first as Said);
  const said = await Promise.race([made, exit.then((): Said => ({ why: 'it ended at once', mend: null }))]);
  const close = async (): Promise<void> => {
    if (guardian.connected) guardian.disconnect();
    await exit;
    if ('folder' in said) await removeFolder(said.folder); // of a guardian that was killed itself
  };
  if ('folder' in said) return { path: said.folder, close };
  await close();
  throw notStarted('the guardian of a temporary folder', said.why, said.mend);
}
