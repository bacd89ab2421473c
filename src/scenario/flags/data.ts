import type { BodySpec } from '../scenario.ts';
import { hasTemplate, parseTemplate, writtenSlot } from '../text/template.ts';
import type { DataPiece } from './types.ts';
import { flagFile, flagValue, usage } from './values.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The body that curl would make of its data flags: the pieces joined by `&`. Throws a ProbeError. */
export function dataBody(pieces: readonly DataPiece[]): BodySpec | null {
  if (pieces.length === 0) return null;
  const parts = pieces.map(partOf);
  if (parts.every((part) => typeof part === 'string')) return { kind: 'text', text: parts.join('&') };
  if (parts.some((part) => typeof part === 'string' && hasTemplate(part))) {
    throw usage(
      '-d/--data',
      'joins a {{name}} with the bytes of a file',
      'a file is sent as it is; put all of the body into a scenario file',
    );
  }
  const bytes = parts.flatMap((part, index) => [...(index > 0 ? [Buffer.from('&')] : []), Buffer.from(part)]);
  return { kind: 'bytes', base64: Buffer.concat(bytes).toString('base64') };
}

/** Text may hold templates; bytes are sent as they are. */
function partOf({ kind, text }: DataPiece): string | Buffer {
  const flag = kind === 'data' ? '-d/--data' : `--data-${kind}`;
  if (kind === 'urlencode') return urlencoded(flag, text);
  if (kind === 'raw' || !text.startsWith('@')) return checked(flag, text);
  const bytes = read(flag, text.slice(1));
  return plain(kind === 'data' ? bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0) : bytes);
}

function read(flag: string, path: string): Buffer {
  if (path === '-') throw usage(flag, 'does not read standard input', 'give a file: @path');
  return flagFile(flag, path);
}

function checked(flag: string, text: string): string {
  flagValue(flag, () => parseTemplate(text));
  return text;
}

/** Text where the bytes are text without anything that looks like a template. */
function plain(bytes: Uint8Array): string | Buffer {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  return Buffer.from(text).equals(buffer) && !text.includes('{{') ? text : buffer;
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
function urlencoded(flag: string, text: string): string {
  const at = text.includes('=') ? text.indexOf('=') : text.indexOf('@');
  const name = at > 0 ? `${text.slice(0, at)}=` : '';
  if (at >= 0 && text[at] === '@') return name + percentEncoded(read(flag, text.slice(at + 1)));
  const pieces = flagValue(flag, () => parseTemplate(text.slice(at + 1)));
  return (
    name +
    pieces.map((piece) => ('text' in piece ? percentEncoded(Buffer.from(piece.text)) : writtenSlot(piece))).join('')
  );
}

/** As curl does: everything but letters, digits and `-._~`, with `+` for a space. */
function percentEncoded(bytes: Uint8Array): string {
  return [...bytes].map((byte) => encodedByte(byte)).join('');
}

function encodedByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  if (/[A-Za-z0-9\-._~]/.test(letter)) return letter;
  return byte === 0x20 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
