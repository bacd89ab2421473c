import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Found by the package's own name: alike from `src`, from `dist`, and from the bundle, where modules lie elsewhere. */
const ROOT = new URL('.', pathToFileURL(createRequire(import.meta.url).resolve('counter-probe/package.json')));

/** A file that comes with the package, by its path from the package's own folder. */
export const packageFile = (path: string): URL => new URL(path, ROOT);
