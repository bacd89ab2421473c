import type { Header } from '../text/header.ts';
import { flagFile, usage } from './values.ts';

/** Headers to send, and the names of default headers not to send. */
export interface HeaderFlags {
  readonly headers: readonly Header[];
  /** In lower case. */
  readonly removed: readonly string[];
}

/** Reads curl's `-H`: `Name: value`; `Name;` for an empty one; `Name:` for none; `@file` with one on each line. */
export function parseHeaders(flag: string, given: readonly string[]): HeaderFlags {
  const lines = given.flatMap((text) => (text.startsWith('@') ? linesOf(flag, text.slice(1)) : [text]));
  const headers: Header[] = [];
  const removed: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = (colon < 0 ? line.replace(/;\s*$/, '') : line.slice(0, colon)).trim();
    const value = colon < 0 ? '' : line.slice(colon + 1).trim();
    // The line is not shown: it may be a credential without its name.
    if (colon < 0 && !/;\s*$/.test(line))
      throw usage(flag, 'was given something that is no header', 'it takes "Name: value", "Name:" or "Name;"');
    if (colon >= 0 && value === '') removed.push(name.toLowerCase());
    else headers.push([name, value]);
  }
  return { headers, removed };
}

function linesOf(flag: string, path: string): readonly string[] {
  const text = flagFile(flag, path).toString('utf8');
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
