import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ProbeError } from '../../errors.ts';

/** Whether a file can be written, found out before anything is sent; makes no file. Rejects with a ProbeError. */
export async function mustBeWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw unwritable(path, Object.assign(new Error('is a folder'), { code: 'EISDIR' }));
  await access(found ? path : dirname(path), constants.W_OK).catch((error) => {
    throw unwritable(path, error);
  });
}

/** The error for a file that cannot be written. */
export function unwritable(path: string, error: unknown): ProbeError {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new ProbeError('file', `${path} cannot be written (${why})`, {
    mend: 'give a path in a folder that is there',
  });
}
