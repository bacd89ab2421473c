// @ts-check
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const TRIES = 50;
const PAUSE_MS = 100;

/**
 * Removes a folder with all that is in it; again, for a few seconds, where something that is about to end has just made a
 * file there.
 *
 * @param {string} folder
 */
export async function removeFolder(folder) {
  for (let tried = 0; existsSync(folder) && tried < TRIES; tried += 1) {
    if (tried > 0) await setTimeout(PAUSE_MS);
    try {
      await rm(folder, { recursive: true, force: true });
    } catch {
      // There is another try, and after the last nobody left to tell.
    }
  }
}
