import { readFileSync } from 'node:fs';
import { packageFile } from './package-file.ts';

/** The version of this package, as its package.json says. */
export const VERSION: string = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version;
