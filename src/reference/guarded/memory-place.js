// @ts-check
import { accessSync, constants, statfsSync } from 'node:fs';

/** What Linux says that a file system in memory is (statfs(2), TMPFS_MAGIC). */
const TMPFS = 0x01021994;

/** Where Linux has one. */
export const MEMORY = '/dev/shm';

/** What Node takes the usual temporary folder from: who sets one of them has said where files are to be. */
const SAID_BY = ['TMPDIR', 'TMP', 'TEMP'];

/**
 * Where a temporary folder may lie in memory; null where nothing there is for us, too little of it is free, or the
 * environment says where temporary files are to be.
 *
 * @param {number} bytes that have to be free, of the file system and of the machine: a file there takes of both
 * @param {string} place
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function memoryPlace(bytes, place = MEMORY, env = process.env) {
  if (process.platform !== 'linux' || SAID_BY.some((name) => env[name])) return null;
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = statfsSync(place);
    const free = Math.min(bavail * bsize, process.availableMemory());
    return type === TMPFS && free >= bytes ? place : null;
  } catch {
    return null;
  }
}
