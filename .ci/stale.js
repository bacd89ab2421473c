import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a file is missing, or any of the sources was changed after it; folders with all below them.
 *
 * @param {string} file
 * @param {readonly string[]} sources
 */
export function isStale(file, sources) {
  const made = statSync(file, { throwIfNoEntry: false });
  return made === undefined || sources.some((path) => newest(path) > made.mtimeMs);
}

/**
 * A folder changes when something is taken out of it, too.
 *
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  const below = found.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(found.mtimeMs, ...below);
}
