import type { Comparison } from '../verdict/comparison.ts';
import type { Report } from '../verdict/report.ts';

/** What a terminal, an editor or a log might act on; JSON says the same by an escape. Line feeds are the layout. */
const UNSAFE = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The document as JSON, two spaces deep, with a line feed at its end; every character that does not draw is escaped. */
export function json(document: Report | Comparison): string {
  return `${JSON.stringify(document, null, 2).replace(UNSAFE, escaped)}\n`;
}

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  );
}
