import { type FileHandle, open, stat } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { isReplaced, partOf } from './whole-file.ts';

/** As much as a file system gives out at once. */
const BLOCK = Buffer.alloc(4_096, ' ');

/**
 * Whether a file can be written, found out before anything is sent: as well as can be without touching what is there.
 * Rejects with a ProbeError.
 */
export async function mustBeWritable(path: string): Promise<void> {
  try {
    await tryToWrite(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

async function tryToWrite(path: string): Promise<void> {
  const found = await stat(path).catch(notThere);
  if (found?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  if (found?.isFile()) await (await open(path, 'r+')).close();
  if (isReplaced(found)) {
    const part = await partOf(path, found);
    await part?.write(BLOCK).finally(() => part.drop());
  } else if (found?.isCharacterDevice()) await writeLineFeed(await open(path, 'w'));
}

/** It is in nobody's way ahead of a report; a terminal would show it. */
async function writeLineFeed(device: FileHandle): Promise<void> {
  try {
    if (!isatty(device.fd)) await device.write('\n');
  } finally {
    await device.close();
  }
}

const MENDS: Readonly<Record<string, string>> = {
  ENOSPC: 'make room there, or give a path where there is room',
  EDQUOT: 'make room there, or give a path where there is room',
  EFBIG: 'give a path where a file may be that large; ulimit -f shows the limit',
  EISDIR: 'give the path of a file',
  EACCES: 'give a path that may be written to',
  EPERM: 'give a path that may be written to',
  EROFS: 'give a path that may be written to',
  ENAMETOOLONG: 'give a shorter name',
  ENOENT: 'give a path in a folder that is there',
  ENOTDIR: 'give a path in a folder that is there',
};

/** The error for a file that cannot be written. */
export function unwritable(path: string, error: unknown): ProbeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return new ProbeError('file', `${printable(path, 300)} cannot be written (${code ?? String(error)})`, {
    mend: MENDS[code ?? ''] ?? 'give another path',
  });
}

function notThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
