import { randomUUID } from 'node:crypto';
import { fstatSync, type Stats } from 'node:fs';
import { access, constants, type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { placeOf } from './place.ts';

/**
 * Writes a file beside the one that may be there, and puts it in its place once it is whole: of a full disk the older one
 * is left. What is no regular file, or stands where no other can be put in its place, is written as it is.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null) await access(path, constants.W_OK);
  const part = isReplaced(found) ? await partOf(path, found) : null;
  if (part === null) return writeFile(path, text);
  try {
    await part.write(text);
    if (await part.moved()) return;
  } finally {
    await part.drop();
  }
  await writeFile(path, text);
}

/** Whether a new file takes the place of what is there. */
export const isReplaced = (found: Stats | null): boolean =>
  found === null || (found.isFile() && ![1, 2].some((fd) => isOpenAs(fd, found)));

/** Whoever holds it open would go on to write into a file without a name. */
function isOpenAs(fd: number, { dev, ino }: Stats): boolean {
  try {
    const open = fstatSync(fd);
    return open.dev === dev && open.ino === ino;
  } catch {
    return false;
  }
}

interface Part {
  readonly write: (data: string | Uint8Array) => Promise<void>;
  /** Puts it into its place; false where that is held, by a mount of its own. */
  readonly moved: () => Promise<boolean>;
  /** Takes it away where it was not moved. */
  readonly drop: () => Promise<void>;
}

/** In the folder of the file that is meant, behind every link; null where nothing can be made there beside one that is. */
export async function partOf(path: string, found: Stats | null): Promise<Part | null> {
  const place = await placeOf(path);
  const beside = join(dirname(place), `.counter-probe-${randomUUID()}.part`);
  const file = await opened(beside, found);
  if (file === null) return null;
  return {
    write: async (data) => file.writeFile(data),
    async moved() {
      if (found !== null) await likeThe(found, file);
      await file.close();
      return rename(beside, place).then(() => true, unless(['EBUSY'], false));
    },
    async drop() {
      await file.close();
      await rm(beside, { force: true });
    },
  };
}

async function opened(beside: string, found: Stats | null): Promise<FileHandle | null> {
  const failed = found === null ? [] : ['EACCES', 'EPERM', 'EROFS'];
  return open(beside, 'wx').catch(unless(failed, null));
}

/** The mode that it had; and its owner, where that may be given away. */
async function likeThe({ mode, uid, gid }: Stats, file: FileHandle): Promise<void> {
  await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & 0o7777);
}

const unless =
  <T>(codes: readonly string[], otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (codes.includes(error.code ?? '')) return otherwise;
    throw error;
  };
