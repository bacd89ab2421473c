import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** null when a program is found in PATH; else what is missing and the line that installs it. */
export function programMissing(name: string, install: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isProgram(join(folder, name))) ? null : `needs ${name}: ${install}`;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
