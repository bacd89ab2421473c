import { ProbeError } from '../../errors.ts';
import type { History } from '../history.ts';
import { printable } from '../printable.ts';
import type { HistoryStream } from '../reader/stream.ts';

export type FormatName = 'ndjson' | 'edn' | 'elle-json' | 'porcupine' | 'corpus';

export interface ReadOptions {
  /**
   * The number before the first write, as a decimal string; null: the first read of each key tells. For formats that do
   * not say it themselves, where it is 0 by default.
   */
  readonly initial?: string | null;
  /** The most the number may be, as a decimal string; null for a counter without limit. As above, null by default. */
  readonly limit?: string | null;
}

/** A file piece by piece; each holds until the next one is asked for. */
export type Chunks = AsyncIterable<Uint8Array | string>;

/** One way of writing a history down. */
export interface Format {
  readonly name: FormatName;
  /** What it is, in a few words. */
  readonly title: string;
  /**
   * Opens a file; `file` is its name in errors. Rejects, there or while it is read, with a ProbeError (`history`) that
   * names the place. Operations come in the order in which the file completes them.
   */
  readonly read: (chunks: Chunks, file: string, options?: ReadOptions) => Promise<HistoryStream>;
  /** The text of a file, piece by piece. What the format has no place for is left out (docs/history.md). */
  readonly write: (history: History) => Iterable<string>;
}

/** A place in a file, both counted from 1. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file of histories, where, and what to do. `what` may hold text of the file. */
export function broken(file: string, { line, column }: Spot, what: string, mend: string): ProbeError {
  return new ProbeError('history', printable(what, 400), { place: { file, line, column }, mend });
}
