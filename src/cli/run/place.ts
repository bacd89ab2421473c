import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

const MOST_LINKS = 40;

/** Where a file is or would be made, behind every link; of folders that are not there what is known of them. */
export async function placeOf(path: string, links = MOST_LINKS): Promise<string> {
  const there = await realpath(path).catch(() => null);
  if (there !== null) return there;
  const target = links === 0 ? null : await readlink(path).catch(() => null);
  if (target !== null) return placeOf(resolve(dirname(path), target), links - 1);
  const folder = dirname(path);
  return folder === path ? path : join(await placeOf(folder, links), basename(path));
}
