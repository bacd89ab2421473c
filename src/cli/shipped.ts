import { readFileSync } from 'node:fs';

/** The package's own folder, seen alike from `src/cli` and from `dist/cli`. */
const ROOT = new URL('../../', import.meta.url);

/** Text of a file that comes with the package; null where there is none. */
export function shipped(path: string): string | null {
  try {
    return readFileSync(new URL(path, ROOT), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
