import { type FileHandle, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import type { CliIo } from '../io.ts';
import { firstTwice, type Named } from '../run/apart.ts';

export const STDIN = '-';

/** What a file is called in errors and reports. */
export const nameOf = (path: string): string => (path === STDIN ? 'stdin' : path);

/** The histories, as what nothing may be written over. */
export const namedInputs = (paths: readonly string[], io: CliIo): readonly Named[] =>
  paths.map((path) => ({ name: 'the history', path: path === STDIN ? stdinOf(io) : resolve(io.cwd, path) }));

const stdinOf = ({ stdin }: CliIo): number => ('fd' in stdin && typeof stdin.fd === 'number' ? stdin.fd : -1);

/** A part that is there twice would count as two machines that did the same. Rejects with a ProbeError. */
export async function refuseTwice(paths: readonly string[], io: CliIo): Promise<void> {
  const at = (path: string, i: number): Named => ({
    ...(namedInputs([path], io)[0] as Named),
    name: paths[i] as string,
  });
  const stdins = paths.filter((path) => path === STDIN);
  const [one, other] = stdins.length > 1 ? stdins : ((await firstTwice(paths.map(at)))?.map(({ name }) => name) ?? []);
  if (one === undefined || other === undefined) return;
  const also = one === other ? '' : `, as ${printable(nameOf(other), 300)} as well`;
  throw new ProbeError('usage', `${printable(nameOf(one), 300)} is given twice${also}`, {
    mend: 'give each part once',
  });
}

type Bytes = Readable | AsyncGenerator<Uint8Array>;

/** Closes what was opened, however far it was read: nobody else does where what reads it was not begun. */
export async function closed(opened: readonly Bytes[]): Promise<void> {
  for (const bytes of opened) if ('return' in bytes) await bytes.return(undefined);
}

/**
 * The bytes of a file, or of stdin for `-`; each piece holds until the next one is asked for. Throws a ProbeError (`file`)
 * when there is no such file.
 */
export async function bytesOf(path: string, io: CliIo): Promise<Bytes> {
  if (path === STDIN) return io.stdin;
  const at = resolve(io.cwd, path);
  const found = await stat(at).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) throw unreadable(path, new Error('it is a folder'));
  return read(at, path);
}

/** Large files are read in fewer and longer steps than streams take by themselves. */
const BLOCK_BYTES = 1 << 19;

/** Into the same two blocks in turn: while one is looked at, the other is filled. New ones would have to be cleared each. */
async function* read(at: string, path: string): AsyncGenerator<Uint8Array> {
  const file = await open(at).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  let [next, other] = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)];
  let filling = filled(file, next, path);
  try {
    for (let bytes = await filling; bytes.length > 0; bytes = await filling) {
      [next, other] = [other, next];
      filling = filled(file, next, path);
      yield bytes;
    }
  } finally {
    await filling.catch(() => {});
    await file.close();
  }
}

function filled(file: FileHandle, block: Buffer, path: string): Promise<Uint8Array> {
  const filling = file.read(block, 0, block.length, null).then(
    ({ bytesRead }) => block.subarray(0, bytesRead),
    (error: unknown) => {
      throw unreadable(path, error);
    },
  );
  // It may fail while nobody waits for it yet; who asks for it next is told.
  filling.catch(() => {});
  return filling;
}

function unreadable(path: string, error: unknown): ProbeError {
  const code = (error as NodeJS.ErrnoException).code;
  const why = code === 'ENOENT' ? 'there is no such file' : (code ?? (error as Error).message);
  return new ProbeError('file', `${printable(path, 300)} cannot be read: ${why}`, {
    mend: 'give a file that is there',
  });
}
