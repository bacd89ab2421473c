// @ts-check
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nameFor } from './owner.js';

/** What failed, for whoever started this process: why, and what to do about it where that is known. */
export class NoFolder extends Error {
  /**
   * @param {string} message
   * @param {string} mend
   */
  constructor(message, mend) {
    super(message);
    this.mend = mend;
  }
}

/**
 * Makes a temporary folder for one of the kinds of things that need one. Throws a `NoFolder`.
 *
 * @param {string} kind
 * @param {string} place
 */
export function temporaryFolder(kind, place = tmpdir()) {
  try {
    return mkdtempSync(join(place, nameFor(kind)));
  } catch (error) {
    const why = String(/** @type {Error} */ (error).message).split(', mkdtemp')[0];
    throw new NoFolder(
      `no temporary folder can be made in ${place}: ${why}`,
      'set TMPDIR to a folder that is there and may be written to',
    );
  }
}

/**
 * What an account was refused, where that is because it may not enter a folder or one that is around it; null where it
 * may enter them all.
 *
 * @param {string} folder
 * @param {{ uid: number, gid: number }} account
 */
export function closedTo(folder, { uid, gid }) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const { mode, uid: owner, gid: group } = statSync(at);
    const may = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & may) !== 0) continue;
    return new NoFolder(
      `the account with the number ${uid}, which it runs as, may not enter ${at}`,
      'set TMPDIR to a folder that every account may enter',
    );
  }
  return null;
}

/**
 * What to tell of an error to whoever started this process.
 *
 * @param {unknown} error
 */
export const whyOf = (error) => ({
  why: error instanceof Error ? error.message : String(error),
  mend: error instanceof NoFolder ? error.mend : null,
});
