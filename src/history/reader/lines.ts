const LINE_FEED = 0x0a;

/** In bytes. A longer one is not held in memory: it is no history. */
export const LONGEST_LINE = 64_000_000;

/**
 * Cuts a stream of bytes into blocks of whole lines, each line with its line feed; the very last may have none. Only lines
 * that lie in two chunks are copied: a block, as a chunk, holds until the next one is asked for. Rejects with `tooLong`
 * where a line is longer than the longest.
 */
export async function* blocksOf(
  chunks: AsyncIterable<Uint8Array | string>,
  tooLong: () => Error,
): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    const begin = open.length > 0 && end > 0 ? lineEnd(bytes, 0) : 0;
    if (begin > 0) {
      yield Buffer.concat([...open, bytes.subarray(0, begin)]);
      open = [];
      size = 0;
    }
    if (begin < end) yield bytes.subarray(begin, end);
    size += bytes.length - end;
    if (size > LONGEST_LINE) throw tooLong();
    if (end < bytes.length) open.push(Buffer.from(bytes.subarray(end)));
  }
  if (open.length > 0) yield Buffer.concat(open);
}

/** Behind the end of the line that starts at `from`. */
export function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end < 0 ? bytes.length : end + 1;
}
