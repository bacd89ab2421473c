import { ProbeError } from '../errors.ts';
import { nearest } from '../scenario/text/nearest.ts';

/** What names every design: they are too many for a line. */
export const ALL_DESIGNS = 'npx counter-probe serve --list names them all';

/** The error for a word that is none of those there are: it names the nearest, or all; `many`: what names them where they are too many for a line. */
export function unknownWord(what: string, word: string, words: readonly string[], many?: string): ProbeError {
  const near = nearest(word, words);
  const mend = near === null ? (many ?? `there are ${words.join(', ')}`) : `did you mean ${near}?`;
  return new ProbeError('usage', `unknown ${what} '${word}'`, { mend });
}
