import { createHash } from 'node:crypto';
import { type History, type HistoryEntry, type HistoryHeader, isOperation, type Mark } from './history.ts';
import type { Operation } from './operation.ts';
import { safeJson } from './printable.ts';
import { openHistory } from './reader/stream.ts';

export interface HistoryWriter {
  readonly entry: (entry: HistoryEntry) => void;
  /** Writes the footer; a file without it counts as cut off. */
  readonly end: () => void;
}

/** Writes a history as NDJSON, line by line as it happens: the header at once, then each entry, then the footer. */
export function createHistoryWriter(write: (text: string) => void, header: HistoryHeader): HistoryWriter {
  const hash = createHash('sha256');
  let operations = 0;
  const line = (value: object): void => {
    const text = `${safeJson(JSON.stringify(value))}\n`;
    hash.update(text);
    write(text);
  };
  line(header);
  return {
    entry(entry) {
      if (isOperation(entry)) operations += 1;
      line(entry);
    },
    end() {
      write(`${JSON.stringify({ footer: true, operations, sha256: hash.digest('hex') })}\n`);
    },
  };
}

/** Reads a saved history whole; see `openHistory`, by which one larger than memory is read. Rejects as it does. */
export async function readHistory(chunks: AsyncIterable<Uint8Array | string>, file: string): Promise<History> {
  const { header, batches } = await openHistory(chunks, file);
  const operations: Operation[] = [];
  const marks: Mark[] = [];
  for await (const batch of batches) {
    for (const entry of batch) isOperation(entry) ? operations.push(entry) : marks.push(entry);
  }
  return { header, operations, marks };
}
