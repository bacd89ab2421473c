import { execFileSync } from 'node:child_process';

const bind = (pid, core) => execFileSync('taskset', ['-a', '-cp', String(core), String(pid)], { stdio: 'ignore' });

/**
 * Binds the sender (and the processes it starts) to core 0 and the server to core 1. A scheduler that wakes the server
 * on the sender's own core stops the sender after each of its writes; that is a property of the machine, not of a
 * sender. Says what it did.
 */
export function pin(senderPid, serverPid) {
  try {
    bind(senderPid, 0);
    bind(serverPid, 1);
    return 'sender bound to core 0, server to core 1';
  } catch {
    return 'no process bound to a core (taskset cannot)';
  }
}
