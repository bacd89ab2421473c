/** Controls, lone surrogates, bidirectional and other format characters, line separators, and what draws nothing. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/u;
const EVERY_UNSAFE = new RegExp(UNSAFE, 'gu');
const PLAIN = /^[ -~\n]*$/;
const DEFAULT_MAX = 1_000;

/** JSON with all that `printable` would not let through as escapes of JSON: the same value, safe to show. */
export function safeJson(json: string): string {
  if (PLAIN.test(json)) return json;
  return json.replace(EVERY_UNSAFE, (char) => (char === '\n' ? char : char.split('').map(unitOf).join('')));
}

const unitOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

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
