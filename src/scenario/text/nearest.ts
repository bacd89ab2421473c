/** The candidate that was probably meant: at most one edit for each three letters; null when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const most = Math.max(1, Math.floor(word.length / 3));
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours; `stop` or more is reported as `stop`. */
function editDistance(a: string, b: string, stop: number): number {
  if (Math.abs(a.length - b.length) >= stop) return stop;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforePrevious[j - 2] ?? stop) + 1 : stop;
      current.push(Math.min(replaced, swapped, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(stop, previous[b.length] ?? stop);
}
