const PREFIX = Buffer.from('HTTP/1.1 100');
const END = '\r\n\r\n';
/** An interim answer longer than this is none. */
const LONGEST_BYTES = 65_536;

/**
 * Takes unasked `100 Continue` answers out of what a server sent ahead of its final answer. undici destroys a
 * connection that gets one, which would turn an acknowledged write into an unknown one.
 */
export class InterimFilter {
  #pending: Buffer | null = Buffer.alloc(0);

  /** The next answer begins. */
  reset(): void {
    this.#pending = Buffer.alloc(0);
  }

  /** What is left to parse of a chunk; null: nothing yet. */
  pass(chunk: Buffer): Buffer | null {
    if (this.#pending === null) return chunk;
    let text = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    while (text.length >= PREFIX.length && isContinue(text)) {
      const end = text.indexOf(END);
      if (end < 0 && text.length < LONGEST_BYTES) return this.#keep(text);
      if (end < 0) break;
      text = text.subarray(end + END.length);
    }
    if (text.length < PREFIX.length && isContinue(text)) return this.#keep(text);
    this.#pending = null;
    return text;
  }

  #keep(text: Buffer): null {
    this.#pending = text;
    return null;
  }
}

/** Whether the bytes so far are, or may yet become, a 100 answer of HTTP/1.0 or 1.1. */
function isContinue(text: Buffer): boolean {
  const seen = Math.min(text.length, PREFIX.length);
  for (let i = 0; i < seen; i++) if (i !== 7 && text[i] !== PREFIX[i]) return false;
  return true;
}
