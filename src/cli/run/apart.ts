import { type BigIntStats, fstat } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { placeOf } from './place.ts';

/** A file that a command reads or writes. */
export interface Named {
  /** What it is there, such as `the history a.edn`. */
  readonly name: string;
  /** Absolute, or the number of an open file. */
  readonly path: string | number;
}

/**
 * Makes sure that nothing is written over what is read, nor over another output, by whatever path or link. To be asked
 * before anything is written or sent. Rejects with a ProbeError (`usage`).
 */
export async function keepApart(outputs: readonly Named[], inputs: readonly Named[]): Promise<void> {
  const taken = new Map<string, Named>();
  for (const input of inputs) {
    const file = await identityOf(input.path);
    if (file !== null) taken.set(file, input);
  }
  for (const output of outputs) {
    const file = await identityOf(output.path);
    const other = file === null ? undefined : taken.get(file);
    if (other !== undefined)
      throw new ProbeError('usage', `${told(output)} is ${told(other)} itself`, { mend: 'give it a file of its own' });
    if (file !== null) taken.set(file, output);
  }
}

/** Two of them that are one file; null when there are none. */
export async function firstTwice(files: readonly Named[]): Promise<readonly [Named, Named] | null> {
  const seen = new Map<string, Named>();
  for (const one of files) {
    const file = await identityOf(one.path);
    const before = file === null ? undefined : seen.get(file);
    if (before !== undefined) return [before, one];
    if (file !== null) seen.set(file, one);
  }
  return null;
}

const told = ({ name }: Named): string => printable(name, 300);

const opened = promisify<number, { bigint: true }, BigIntStats>(fstat);

/** The same for one file, and for no other; null for what is no regular file, and is neither lost nor read twice. */
async function identityOf(path: string | number): Promise<string | null> {
  const found = await (typeof path === 'number' ? opened(path, { bigint: true }) : stat(path, { bigint: true })).catch(
    () => null,
  );
  if (found !== null) return found.isFile() ? `${found.dev} ${found.ino}` : null;
  return typeof path === 'number' ? null : `at ${await placeOf(path)}`;
}
