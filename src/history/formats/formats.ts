import { ProbeError } from '../../errors.ts';
import { type History, isOperation, type Mark } from '../history.ts';
import type { Operation } from '../operation.ts';
import { printable } from '../printable.ts';
import type { HistoryStream } from '../reader/stream.ts';
import { corpus } from './corpus.ts';
import { detect, ENOUGH_BYTES } from './detect.ts';
import { edn } from './edn.ts';
import { elleJson } from './elle-json.ts';
import type { Chunks, Format, FormatName, ReadOptions } from './format.ts';
import { ndjson } from './ndjson.ts';
import { porcupine } from './porcupine.ts';
import { withRoles } from './roles.ts';

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  ndjson,
  edn,
  'elle-json': elleJson,
  porcupine,
  corpus,
};

/** The format of that name, as `--from` and `--to` give it. Throws a ProbeError (`usage`). */
export function formatNamed(name: string): Format {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name as FormatName];
  const mend = `the formats are ${Object.keys(FORMATS).join(', ')}`;
  throw new ProbeError('usage', `${printable(name, 40)} is no format of a history`, { mend });
}

export interface OpenOptions extends ReadOptions {
  /** Null, or left out: the file tells. */
  readonly from?: FormatName | null;
}

/** Opens a history in any format, to be read bit by bit. Rejects with a ProbeError, as the format does. */
export async function openAny(chunks: Chunks, file: string, options: OpenOptions = {}): Promise<HistoryStream> {
  const { first, all } = await peek(chunks);
  return FORMATS[options.from ?? detect(file, first)].read(all, file, options);
}

/** Reads a history in any format whole. The reads of an imported one are told apart by when they were made. */
export async function readAny(chunks: Chunks, file: string, options: OpenOptions = {}): Promise<History> {
  const { header, batches } = await openAny(chunks, file, options);
  const operations: Operation[] = [];
  const marks: Mark[] = [];
  for await (const batch of batches) {
    for (const entry of batch) isOperation(entry) ? operations.push(entry) : marks.push(entry);
  }
  const rounds = operations.reduce((most, { round }) => Math.max(most, round), header.rounds);
  return { header: { ...header, rounds }, operations: withRoles(operations, header.clock.errorNs), marks };
}

/** The beginning of a file, and the whole of it. */
async function peek(chunks: Chunks): Promise<{ readonly first: Uint8Array; readonly all: Chunks }> {
  const rest = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  while (size < ENOUGH_BYTES) {
    const next = await rest.next();
    if (next.done) break;
    // A copy: what is given holds until the next is asked for.
    const bytes = Buffer.from(next.value);
    seen.push(bytes);
    size += bytes.length;
  }
  async function* all(): AsyncGenerator<Uint8Array | string> {
    try {
      yield* seen.splice(0);
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { first: Buffer.concat(seen), all: all() };
}
