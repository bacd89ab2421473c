const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into blocks of whole lines, each line with its line feed; the very last may have none. */
export async function* blocksOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const whole = bytes.subarray(0, end);
      yield open.length === 0 ? whole : Buffer.concat([...open, whole]);
      open = [];
    }
    if (end < bytes.length) open.push(bytes.subarray(end));
  }
  if (open.length > 0) yield Buffer.concat(open);
}

/** Behind the end of the line that starts at `from`. */
export function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end < 0 ? bytes.length : end + 1;
}
