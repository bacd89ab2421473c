import { type FileHandle, open } from 'node:fs/promises';
import { ProbeError } from '../errors.ts';
import { createHistoryWriter, type HistoryWriter } from '../history/codec.ts';
import type { HistoryEntry, HistoryHeader } from '../history/history.ts';

export interface HistoryFile {
  readonly header: (header: HistoryHeader) => void;
  readonly entry: (entry: HistoryEntry) => void;
  /** Writes the footer, and settles when all is in the file. */
  readonly end: () => Promise<void>;
}

/**
 * Opens a file for a history and writes into it as the run goes on: of a run that is killed, what happened before is
 * there, and its missing footer shows that it is cut off. An older file of that name is overwritten.
 */
export async function openHistoryFile(path: string, redacted: <T>(data: T) => T): Promise<HistoryFile> {
  const stream = (await opened(path)).createWriteStream();
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  let writer: HistoryWriter | null = null;
  return {
    header(header) {
      writer = createHistoryWriter((text) => stream.write(text), redacted(header));
    },
    entry: (entry) => writer?.entry(redacted(entry)),
    async end() {
      writer?.end();
      await Promise.race([new Promise<void>((resolve) => stream.end(resolve)), failed]);
    },
  };
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The error for a file that cannot be written. */
export function unwritable(path: string, error: unknown): ProbeError {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new ProbeError('file', `${path} cannot be written (${why})`, {
    mend: 'give a path in a folder that is there',
  });
}
