import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ProbeError } from '../errors.ts';
import {
  HISTORY_FORMAT,
  HISTORY_VERSION,
  type History,
  type HistoryEntry,
  type HistoryHeader,
  isOperation,
  type Mark,
} from './history.ts';
import { linesOf } from './lines.ts';
import type { Operation } from './operation.ts';
import { printable } from './printable.ts';
import { footerSchema, headerSchema, markSchemas, operationSchema } from './schema.ts';

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
    const text = `${JSON.stringify(value)}\n`;
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

const AGAIN = 'record it again, or use an untouched copy';

/**
 * Reads a saved history; `file` is its name in errors. Unknown keys are ignored. Rejects with a ProbeError (`history`)
 * that names the line when it is cut off, altered, of another format or version, or when a line is not what it must be.
 */
export async function readHistory(chunks: AsyncIterable<Uint8Array | string>, file: string): Promise<History> {
  const reader = new Reader(file);
  for await (const line of linesOf(chunks)) reader.line(line);
  return reader.end();
}

class Reader {
  readonly #file: string;
  readonly #hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #operations: Operation[] = [];
  readonly #marks: Mark[] = [];
  #header: HistoryHeader | null = null;
  #ended = false;
  #line = 0;

  constructor(file: string) {
    this.#file = file;
  }

  line(bytes: Buffer): void {
    this.#line += 1;
    if (this.#ended) throw this.#error('there is more after the footer: the history was altered', AGAIN);
    const value = this.#object(bytes);
    if (this.#header === null) this.#header = this.#readHeader(value);
    else if (value.footer === true) this.#footer(this.#parsed(footerSchema, value));
    else this.#entry(this.#header, value);
    if (!this.#ended) this.#hash.update(bytes);
  }

  end(): History {
    if (this.#header === null) throw this.#error('the history is empty', 'give a file that --history wrote');
    if (!this.#ended) throw this.#error('the history is cut off: it ends without its footer', AGAIN);
    return { header: this.#header, operations: this.#operations, marks: this.#marks };
  }

  #readHeader(value: Readonly<Record<string, unknown>>): HistoryHeader {
    const { format, version } = value;
    if (format !== HISTORY_FORMAT) {
      throw this.#error(
        `not a history: its first line has no "format":"${HISTORY_FORMAT}"`,
        'give a file that --history wrote',
      );
    }
    if (version !== HISTORY_VERSION) {
      const named = printable(JSON.stringify(version) ?? 'none', 40);
      throw this.#error(
        `version ${named} of the history format is not known, only ${HISTORY_VERSION}`,
        'use the counter-probe that wrote it',
      );
    }
    return this.#parsed(headerSchema, value);
  }

  #entry({ phases }: HistoryHeader, value: Readonly<Record<string, unknown>>): void {
    const mark = Object.entries(markSchemas).find(([name]) => value[name] === true);
    const entry: HistoryEntry = mark ? this.#parsed<Mark>(mark[1], value) : this.#parsed(operationSchema, value);
    if ('phaseIndex' in entry && entry.phaseIndex >= phases.length) {
      throw this.#error(`phaseIndex ${entry.phaseIndex} is none of the ${phases.length} phases of the header`, AGAIN);
    }
    if (isOperation(entry)) this.#operations.push(entry);
    else this.#marks.push(entry);
  }

  #footer({ operations, sha256 }: z.infer<typeof footerSchema>): void {
    const found = this.#operations.length;
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
