// @ts-check
// What is left where a process was killed together with the one that would have put away after it.
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMORY } from './memory-place.js';
import { isGone, isLeft, processOf } from './owner.js';
import { removeFolder } from './remove-folder.js';

/** @import { Process } from './owner.js' */

const RECORD = '.processes';

/**
 * Writes into a folder which processes are at work for it.
 *
 * @param {string} folder
 * @param {readonly number[]} pids
 */
export function record(folder, pids) {
  try {
    writeFileSync(join(folder, RECORD), JSON.stringify(pids.map((pid) => processOf(pid))));
  } catch {
    // Who writes this puts away itself, and nobody reads it unless that one is killed.
  }
}

/** Puts away, of this account, all folders whose owners are gone. */
export async function sweep(places = [tmpdir(), MEMORY]) {
  await Promise.all(places.map(sweepIn));
}

/** @param {string} place */
async function sweepIn(place) {
  const names = await readdir(place).catch(() => []);
  const folders = names.filter(isLeft).map((name) => join(place, name));
  await Promise.all(folders.filter(isOurs).map(putAway));
}

/** Nobody else can have written what it says of processes. @param {string} folder */
function isOurs(folder) {
  try {
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
  } catch {
    return false; // another has just put it away
  }
}

/**
 * Ends the processes that are at work for a folder of ours, and removes it; not, where one lives of which it cannot be
 * told whether it is still the same.
 *
 * @param {string} folder
 */
export async function putAway(folder) {
  const living = recorded(folder).filter((known) => !isGone(known));
  if (living.some(({ began }) => began === '0')) return;
  for (const { pid } of living) kill(pid);
  await removeFolder(folder);
}

/**
 * @param {string} folder
 * @returns {readonly Process[]}
 */
function recorded(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, RECORD), 'utf8'));
  } catch {
    return []; // nothing had been started
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
