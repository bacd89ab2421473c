/** Controls, lone surrogates, bidirectional and other format characters, line separators, and what draws nothing. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/u;
const DEFAULT_MAX = 1_000;

/**
 * Makes text of unknown origin safe for a terminal and a log: control characters, lone surrogates, bidirectional
 * overrides and invisible characters become `\u{hex}`; cut to `max` characters (1,000) with `…`, an escape never in two.
 */
export function printable(text: string, max: number = DEFAULT_MAX): string {
  const pieces: string[] = [];
  let length = 0;
  for (const char of text) {
    const piece = UNSAFE.test(char) ? escapeOf(char) : char;
    pieces.push(piece);
    length += characters(piece);
    if (length > max) return cut(pieces, length, max);
  }
  return pieces.join('');
}

function cut(pieces: string[], length: number, max: number): string {
  let left = length;
  while (pieces.length > 0 && left > max - 1) left -= characters(pieces.pop() ?? '');
  return max < 1 ? '' : `${pieces.join('')}…`;
}

/** A piece is one code point, or an escape in ASCII. */
const characters = (piece: string): number => ((piece.codePointAt(0) ?? 0) > 0xffff ? 1 : piece.length);

const escapeOf = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
