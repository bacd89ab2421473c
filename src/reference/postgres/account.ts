import { readFileSync } from 'node:fs';

/** Accounts that PostgreSQL may run as where this one is root, which it refuses. */
const NAMES: readonly string[] = ['postgres', 'nobody'];

/** null: as this account. */
export function postgresAccount(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = NAMES.flatMap((name) => lines.filter(([user]) => user === name))[0];
  return found === undefined ? null : { uid: Number(found[2]), gid: Number(found[3]) };
}
