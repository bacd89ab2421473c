import { ProbeError } from '../errors.ts';

const FARTHEST = 3;

/** The error for a word that is none of those there are: it names the nearest, or all. */
export function unknownWord(what: string, word: string, words: readonly string[]): ProbeError {
  const near = nearest(word, words);
  const mend = near === null ? `there are ${words.join(', ')}` : `did you mean ${near}?`;
  return new ProbeError('usage', `unknown ${what} '${word}'`, { mend });
}

function nearest(word: string, words: readonly string[]): string | null {
  const [best] = words
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(FARTHEST, candidate.length / 2))
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate ?? null;
}

/** Letters to put in, take out or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row[b.length] ?? 0;
}
