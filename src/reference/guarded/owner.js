// @ts-check
// The name of a temporary folder tells whose it is, from the moment that it is there: the process that made it, and the
// one that had started that. While either lives, the folder is theirs to remove.
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A process, told from a later one with the same number by when it began: in ticks since the system did, or '0' where the
 * system does not say.
 *
 * @typedef {{ readonly pid: number, readonly began: string }} Process
 */

const NAME = /^counter-probe-[a-z]+-([0-9a-z]+)_(\d+)_(\d+)_(\d+)_(\d+)_\w+$/;

/** @param {string} kind */
export function nameFor(kind) {
  const [own, parent] = [processOf(process.pid), processOf(process.ppid)];
  return `counter-probe-${kind}-${numbering()}_${own.pid}_${own.began}_${parent.pid}_${parent.began}_`;
}

/**
 * Whether a name is that of a folder whose owners are gone. Of one whose owners have numbers of another system, or of
 * another container, nothing can be said.
 *
 * @param {string} name
 */
export function isLeft(name) {
  const [, where, pid, began = '', parentPid, parentBegan = ''] = NAME.exec(name) ?? [];
  if (where === undefined || where !== numbering()) return false;
  return isGone({ pid: Number(pid), began }) && isGone({ pid: Number(parentPid), began: parentBegan });
}

/**
 * @param {number} pid
 * @returns {Process}
 */
export const processOf = (pid) => ({ pid, began: statOf(pid)?.began ?? '0' });

/** @param {Process} known */
export function isGone({ pid, began }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return true;
  }
  const now = statOf(pid);
  // What has ended keeps its number until somebody has asked how.
  return now !== null && began !== '0' && (now.began !== began || now.state === 'Z');
}

/** What numbers of processes hold for: one start of the system, and one container on it. */
function numbering() {
  try {
    const [start] = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').split('-');
    return `${start}${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return process.platform;
  }
}

/**
 * What Linux says of a process (proc_pid_stat(5)); null where it says nothing.
 *
 * @param {number} pid
 */
function statOf(pid) {
  try {
    // The name, in brackets, can hold anything.
    const [state, ...more] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state, began: more[18] ?? '0' };
  } catch {
    return null;
  }
}
