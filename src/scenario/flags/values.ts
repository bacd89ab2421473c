import { readFileSync } from 'node:fs';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { Mistake } from '../text/mistake.ts';
import type { Check, Path } from '../text/source.ts';
import { DURATION_TAKES, parseDuration, parseSeconds } from '../text/time.ts';

/** A mistake on the command line; `flag` is how it is typed. */
export function usage(flag: string, message: string, mend: string | null = null): ProbeError {
  return new ProbeError('usage', printable(`${flag} ${message}`), { mend });
}

/** A whole number given to a flag; throws a ProbeError (`usage`). */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw usage(flag, `takes a whole number from ${least} to ${most.toLocaleString('en')}, not ${JSON.stringify(text)}`);
}

/** Milliseconds of a duration given to a flag; throws a ProbeError (`usage`). */
export function flagTime(flag: string, text: string): number {
  return orFail(parseDuration(text), flag, `takes ${DURATION_TAKES}, not ${JSON.stringify(text)}`);
}

/** Milliseconds of curl's seconds above 0 given to a flag; throws a ProbeError (`usage`). */
export function flagSeconds(flag: string, text: string): number {
  return orFail(
    parseSeconds(text) || null,
    flag,
    `takes seconds above 0, or a time such as 500ms, not ${JSON.stringify(text)}`,
  );
}

export function oneOf<T extends string>(flag: string, text: string, words: readonly T[]): T {
  return orFail(
    words.find((word) => word === text) ?? null,
    flag,
    `takes ${listed(words)}, not ${JSON.stringify(text)}`,
  );
}

/** The result of `make`; a Mistake in it becomes a ProbeError (`usage`) that names the flag. */
export function flagValue<T>(flag: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof Mistake) throw usage(`${flag}:`, error.message, error.mend && printable(error.mend));
    throw error;
  }
}

/** Bytes of a file named by a flag; throws a ProbeError (`file`). */
export function flagFile(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ProbeError('file', printable(`${flag}: cannot read ${path}: ${why}`), {
      mend: 'give the path of a file that can be read',
    });
  }
}

function orFail<T>(value: T | null, flag: string, message: string): T {
  if (value === null) throw usage(flag, message);
  return value;
}

/** Reports the first mistake at once, by the flag that it came from. */
export const FlagCheck: Check = {
  attempt: (path, _fallback, make) => flagValue(flagOf(path), make),
  settle() {},
};

function flagOf([section, name, ...rest]: Path): string {
  if (section === 'vars') return `--var ${name}`;
  if (section === 'setup') return '--before';
  if (section === 'read') return rest[0] === 'headers' ? '--read-header' : '--read';
  if (name === 'headers') return '-H/--header';
  return name === 'body' ? '-d/--data' : '--url';
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
