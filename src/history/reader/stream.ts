import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ProbeError } from '../../errors.ts';
import {
  HISTORY_FORMAT,
  HISTORY_VERSION,
  type HistoryEntry,
  type HistoryHeader,
  isOperation,
  type Mark,
} from '../history.ts';
import type { Operation } from '../operation.ts';
import { printable } from '../printable.ts';
import { headerSchema } from '../schema/header.ts';
import { footerSchema, markSchemas } from '../schema/marks.ts';
import { operationSchema } from '../schema/operation.ts';
import { completeHeader, completeOperation, completeRelease } from './defaults.ts';
import { Ids } from './ids.ts';
import { blocksOf, LONGEST_LINE, lineEnd } from './lines.ts';
import { operationOf } from './row.ts';
import { LineScanner } from './scan.ts';
import type { OperationTable } from './table.ts';

/** A history read bit by bit, so that one larger than memory can be looked at. */
export interface HistoryStream {
  readonly header: HistoryHeader;
  /**
   * Operations and marks in the order of the file, some at a time; can be gone through once. What was seen counts only
   * when it ends: it rejects with a ProbeError when the file turns out to be cut off, altered or malformed.
   */
  readonly batches: AsyncIterable<readonly HistoryEntry[]>;
  /** Neither the file nor who opened it said where the number began. */
  readonly assumesStart?: boolean;
  /** From the next batch on, operations are made as those of a table wherever that is quicker. */
  readonly keepIn?: (table: OperationTable) => void;
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const AGAIN = 'record it again, or use an untouched copy';

/**
 * Opens a saved history; `file` is its name in errors. Unknown keys are ignored. Rejects with a ProbeError (`history`)
 * that names the line when the header is not one, and later when the file is cut off, altered, or a line is not what
 * it must be.
 */
export async function openHistory(chunks: AsyncIterable<Uint8Array | string>, file: string): Promise<HistoryStream> {
  const reader = new Reader(file);
  const blocks = blocksOf(chunks, () => reader.tooLong())[Symbol.asyncIterator]();
  const first = await blocks.next();
  if (first.done) throw reader.empty();
  const { header, entries } = reader.open(first.value);
  const keepIn = (table: OperationTable): void => {
    reader.table = table;
  };
  return { header, batches: rest(reader, entries, blocks), keepIn };
}

async function* rest(
  reader: Reader,
  first: readonly HistoryEntry[],
  blocks: AsyncIterator<Buffer>,
): AsyncGenerator<readonly HistoryEntry[]> {
  try {
    yield first;
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) yield reader.block(next.value);
    reader.end();
  } finally {
    await blocks.return?.();
  }
}

class Reader {
  table: OperationTable | null = null;
  readonly #file: string;
  readonly #hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #scanner = new LineScanner();
  readonly #ids = new Ids();
  #operations = 0;
  #told: HistoryHeader | null = null;
  #ended = false;
  #line = 0;

  constructor(file: string) {
    this.#file = file;
  }

  empty(): ProbeError {
    return this.#error('the history is empty', 'give a file that --history wrote');
  }

  tooLong(): ProbeError {
    this.#line += 1;
    return this.#error(`the line is longer than ${LONGEST_LINE / 1_000_000} MB`, 'give a file that --history wrote');
  }

  /** The block with line 1. */
  open(bytes: Buffer): { readonly header: HistoryHeader; readonly entries: readonly HistoryEntry[] } {
    const end = lineEnd(bytes, 0);
    this.#line = 1;
    if (BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length)))
      throw this.#error('a byte order mark stands ahead of the header', 'save the file as UTF-8 without one');
    const header = this.#header(this.#object(bytes.subarray(0, end)));
    this.#told = header;
    this.#hash.update(bytes.subarray(0, end));
    return { header, entries: this.block(bytes.subarray(end)) };
  }

  block(bytes: Buffer): readonly HistoryEntry[] {
    const entries: HistoryEntry[] = [];
    let from = 0;
    while (from < bytes.length) {
      this.#line += 1;
      const isScanned = !this.#ended && this.#scanner.scan(bytes, from);
      const end = isScanned ? this.#scanner.end : lineEnd(bytes, from);
      const entry = isScanned ? this.#scanned() : this.#entry(bytes.subarray(0, end), from);
      if (entry !== null) entries.push(this.#placed(entry));
      from = end;
    }
    if (!this.#ended) this.#hash.update(bytes);
    return entries;
  }

  end(): void {
    if (!this.#ended) throw this.#error('the history is cut off: it ends without its footer', AGAIN);
  }

  #header(value: Readonly<Record<string, unknown>>): HistoryHeader {
    const { format, version } = value;
    if (format !== HISTORY_FORMAT) {
      const message = `not a history: its first line has no "format":"${HISTORY_FORMAT}"`;
      throw this.#error(message, 'give a file that --history wrote');
    }
    if (version !== HISTORY_VERSION) {
      const named = printable(JSON.stringify(version) ?? 'none', 40);
      const message = `version ${named} of the history format is not known, only ${HISTORY_VERSION}`;
      throw this.#error(message, 'use the counter-probe that wrote it');
    }
    return this.#parsed(headerSchema, completeHeader(value));
  }

  #scanned(): Operation {
    const { line } = this.#scanner;
    return this.table === null ? operationOf(line) : this.table.made(line);
  }

  /** A line read in the long way; `block` ends with it. Null for the footer. */
  #entry(block: Buffer, from: number): HistoryEntry | null {
    if (this.#ended) throw this.#error('there is more after the footer: the history was altered', AGAIN);
    const value = this.#object(block.subarray(from));
    if (value.format === HISTORY_FORMAT)
      throw this.#error('a second header stands here', 'keep each history in a file of its own');
    if (value.footer === true) {
      this.#hash.update(block.subarray(0, from));
      this.#footer(this.#parsed(footerSchema, value));
      return null;
    }
    const mark = Object.entries(markSchemas).find(([name]) => value[name] === true);
    if (mark) return this.#parsed<Mark>(mark[1], 'release' in value ? completeRelease(value, this.#known) : value);
    const whole = completeOperation(value, this.#known);
    if (typeof whole.phase === 'string' && whole.phaseIndex === undefined) {
      const named = printable(JSON.stringify(whole.phase), 80);
      throw this.#error(`the phase ${named} is not in the header`, 'name it in "phases", or give a phaseIndex');
    }
    const operation = this.#parsed(operationSchema, whole);
    this.#scanner.learn(Object.keys(value), this.#known);
    return operation;
  }

  get #known(): HistoryHeader {
    if (this.#told === null) throw new Error('a line ahead of the header');
    return this.#told;
  }

  #placed(entry: HistoryEntry): HistoryEntry {
    const phases = this.#told?.phases.length ?? 0;
    if ('phaseIndex' in entry && entry.phaseIndex >= phases) {
      const message = `phaseIndex ${entry.phaseIndex} is none of the ${phases} phases of the header`;
      throw this.#error(message, AGAIN);
    }
    if (!isOperation(entry)) return entry;
    this.#operations += 1;
    if (this.#ids.add(entry.id)) return entry;
    const message = `two operations have the id ${entry.id}: this one, and one on a line above`;
    throw this.#error(message, 'give each an id of its own');
  }

  #footer({ operations, sha256 }: z.infer<typeof footerSchema>): void {
    const found = this.#operations;
    if (operations !== found)
      throw this.#error(`the footer promises ${operations} operations and there are ${found}`, AGAIN);
    if (sha256 !== this.#hash.digest('hex'))
      throw this.#error('the history was altered: its sha256 does not fit', AGAIN);
    this.#ended = true;
  }

  #object(bytes: Buffer): Readonly<Record<string, unknown>> {
    let value: unknown;
    try {
      value = JSON.parse(this.#decoder.decode(bytes));
    } catch {
      throw this.#error('the line is not JSON: the history is cut off or altered', AGAIN);
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw this.#error('the line is not a JSON object', AGAIN);
  }

  #parsed<T>(schema: z.ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw this.#error(
      `${where}: ${printable(issue?.message ?? 'not valid', 200)}`,
      'see the history format in docs/history.md',
    );
  }

  #error(message: string, mend: string): ProbeError {
    const place = { file: this.#file, line: Math.max(1, this.#line), column: 1 };
    return new ProbeError('history', message, { place, mend });
  }
}
