import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import type { CliIo } from '../io.ts';

export const STDIN = '-';

/** What a file is called in errors and reports. */
export const nameOf = (path: string): string => (path === STDIN ? 'stdin' : path);

/** The bytes of a file, or of stdin for `-`. Throws a ProbeError (`file`) when there is no such file. */
export async function bytesOf(path: string, io: CliIo): Promise<AsyncIterable<Uint8Array>> {
  if (path === STDIN) return io.stdin;
  const at = resolve(io.cwd, path);
  const found = await stat(at).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) throw unreadable(path, new Error('it is a folder'));
  return read(at, path);
}

/** Large files are read in fewer and longer steps than streams take by themselves. */
const BLOCK_BYTES = 1 << 19;

async function* read(at: string, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(at, { highWaterMark: BLOCK_BYTES });
  } catch (error) {
    // What a reader of the bytes throws does not come by here.
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ProbeError {
  const code = (error as NodeJS.ErrnoException).code;
  const why = code === 'ENOENT' ? 'there is no such file' : (code ?? (error as Error).message);
  return new ProbeError('file', `${printable(path, 300)} cannot be read: ${why}`, {
    mend: 'give a file that is there',
  });
}
