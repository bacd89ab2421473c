import { createHash } from 'node:crypto';
import { type OpenOptions, openAny } from '../../history/formats/formats.ts';
import { keep } from '../../history/formats/keep.ts';
import type { History } from '../../history/history.ts';
import { mergeStreams } from '../../history/merge.ts';
import type { HistoryStream } from '../../history/reader/stream.ts';
import type { CliIo } from '../io.ts';
import { bytesOf, closed, nameOf } from './source.ts';

export interface Read {
  readonly history: History;
  /** Of every byte of the file, in hex; null where there are several files, or nobody asked for it. */
  readonly sha256: string | null;
  /** Nobody said where the number began, and 0 was taken. */
  readonly assumesStart: boolean;
}

export interface HowToRead {
  readonly options: OpenOptions;
  readonly clockErrorNs: number;
  /** Each operation is needed as an object of its own. */
  readonly whole: boolean;
  /** The digest of the file is needed. */
  readonly digest: boolean;
}

/** Reads one file, or several as parts of one run. Rejects with a ProbeError that names the place. */
export async function readHistories(paths: readonly string[], how: HowToRead, io: CliIo): Promise<Read> {
  const opened: Awaited<ReturnType<typeof bytesOf>>[] = [];
  const open = async (path: string) => {
    const bytes = await bytesOf(path, io);
    opened.push(bytes);
    return bytes;
  };
  return readOpened(paths, how, open).finally(() => closed(opened));
}

async function readOpened(
  paths: readonly string[],
  { options, clockErrorNs, whole, digest }: HowToRead,
  open: (path: string) => Promise<AsyncIterable<Uint8Array>>,
): Promise<Read> {
  const hash = createHash('sha256');
  const parts: { machine: string; history: HistoryStream }[] = [];
  for (const path of paths) {
    const bytes = await open(path);
    parts.push({
      machine: nameOf(path),
      history: await openAny(digest ? hashed(bytes, hash) : bytes, nameOf(path), options),
    });
  }
  const [first] = parts;
  const isAlone = first !== undefined && parts.length === 1;
  const stream = isAlone ? withClockError(first.history, clockErrorNs) : mergeStreams(parts, clockErrorNs);
  const all = await keep(stream, whole || countsReads(stream) ? Number.POSITIVE_INFINITY : undefined);
  const { assumesStart = false } = stream;
  if (isAlone) return { history: all, sha256: digest ? hash.digest('hex') : null, assumesStart };
  const operations = [...all.operations].sort((a, b) => a.invoke - b.invoke || a.id - b.id);
  return { history: { ...all, operations }, sha256: null, assumesStart };
}

/** Then operations are copied when they are judged. */
const countsReads = ({ header }: HistoryStream): boolean =>
  Object.values(header.readingInfo ?? {}).some(({ adds }) => adds !== undefined);

function withClockError(history: HistoryStream, clockErrorNs: number): HistoryStream {
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
