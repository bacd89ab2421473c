const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into lines, each with its line feed; the last may have none. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...open, bytes.subarray(from, end + 1)]);
      open = [];
      from = end + 1;
    }
    if (from < bytes.length) open.push(bytes.subarray(from));
  }
  if (open.length > 0) yield Buffer.concat(open);
}
