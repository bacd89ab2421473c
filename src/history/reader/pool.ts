const SLOTS = 4_096;
/** Longer ones are not looked for. */
const LONGEST = 64;

/** Texts that come again and again, found by their bytes, which must be of ASCII: most are made but once. */
export class TextPool {
  readonly #texts: (string | null)[] = Array(SLOTS).fill(null);

  textOf(bytes: Buffer, from: number, to: number): string {
    if (to - from > LONGEST) return bytes.toString('latin1', from, to);
    const slot = slotOf(bytes, from, to);
    const known = this.#texts[slot] ?? null;
    if (known !== null && known.length === to - from && startsWith(bytes, from, known)) return known;
    const text = bytes.toString('latin1', from, to);
    this.#texts[slot] = text;
    return text;
  }
}

function slotOf(bytes: Buffer, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return (hash ^ (hash >>> 12)) & (SLOTS - 1);
}

/** Whether a text stands at a place; a letter that is no byte stands nowhere. */
export function startsWith(bytes: Buffer, from: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text.charCodeAt(i)) return false;
  return true;
}
