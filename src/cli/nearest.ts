import { ProbeError } from '../errors.ts';
import { nearest } from '../scenario/text/nearest.ts';

/** The error for a word that is none of those there are: it names the nearest, or all. */
export function unknownWord(what: string, word: string, words: readonly string[]): ProbeError {
  const near = nearest(word, words);
  const mend = near === null ? `there are ${words.join(', ')}` : `did you mean ${near}?`;
  return new ProbeError('usage', `unknown ${what} '${word}'`, { mend });
}
