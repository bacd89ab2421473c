import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Others that build at the same time may put theirs in the place between two steps of ours. */
const MOST_TURNS = 10;
const IN_THE_WAY = ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'];

/**
 * Puts a whole folder in the place of another, which goes into `attic`, if there is one: whoever looks finds one or the
 * other, and nothing half made. All of them are on one disk.
 *
 * @param {string} made
 * @param {string} place
 * @param {string} attic
 */
export function swap(made, place, attic) {
  statSync(made);
  for (let turn = 1; ; turn += 1) {
    try {
      if (statSync(place, { throwIfNoEntry: false })) renameSync(place, join(attic, `old-${turn}`));
      renameSync(made, place);
      return;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (turn === MOST_TURNS || code === undefined || !IN_THE_WAY.includes(code)) throw error;
    }
  }
}
