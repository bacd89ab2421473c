import { readFileSync } from 'node:fs';
import { packageFile } from '../package-file.ts';

/** Text of a file that comes with the package; null where there is none. */
export function shipped(path: string): string | null {
  try {
    return readFileSync(packageFile(path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
