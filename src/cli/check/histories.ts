import { createHash } from 'node:crypto';
import { type OpenOptions, readAny } from '../../history/formats/formats.ts';
import type { History } from '../../history/history.ts';
import { mergeHistories } from '../../history/merge.ts';
import type { CliIo } from '../io.ts';
import { bytesOf, nameOf } from './source.ts';

export interface Read {
  readonly history: History;
  /** Of every byte of the file, in hex; null where there are several files. */
  readonly sha256: string | null;
}

/** Reads one file, or several as parts of one run. Rejects with a ProbeError that names the place. */
export async function readHistories(
  paths: readonly string[],
  options: OpenOptions,
  clockErrorNs: number,
  io: CliIo,
): Promise<Read> {
  const hash = createHash('sha256');
  const parts: { machine: string; history: History }[] = [];
  for (const path of paths) {
    const bytes = hashed(await bytesOf(path, io), hash);
    parts.push({ machine: nameOf(path), history: await readAny(bytes, nameOf(path), options) });
  }
  const [first] = parts;
  if (first !== undefined && parts.length === 1) {
    return { history: withClockError(first.history, clockErrorNs), sha256: hash.digest('hex') };
  }
  return { history: mergeHistories(parts, clockErrorNs), sha256: null };
}

function withClockError(history: History, clockErrorNs: number): History {
  const { header } = history;
  const errorNs = Math.max(header.clock.errorNs, clockErrorNs);
  return { ...history, header: { ...header, clock: { ...header.clock, errorNs } } };
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
