import { ProbeError } from '../errors.ts';

/** A URL of a server with one of those schemes. Throws a ProbeError; the text itself is never repeated: it may hold a password. */
export function serverUrl(flag: string, text: string, schemes: readonly string[]): string {
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol)) return text;
  throw new ProbeError('usage', `${flag} takes a URL that begins with ${schemes[0]}//`);
}
