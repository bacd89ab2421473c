import { percent, plural } from './words.ts';

const LEVEL = 0.95;
const HALVINGS = 60;

export interface Confidence {
  readonly level: number;
  readonly wrongRoundRate: { readonly low: number; readonly high: number };
  readonly statement: string;
}

/**
 * How often a round goes wrong, from k wrong of n judged: Clopper-Pearson at 95 %; for none wrong the one-sided bound
 * 1 - 0.05^(1/n), about 3/n. A trial is one round, on the assumption that rounds do not influence each other.
 */
export function confidence(wrong: number, judged: number): Confidence {
  const wrongRoundRate = { low: lowest(wrong, judged), high: highest(wrong, judged) };
  return { level: LEVEL, wrongRoundRate, statement: inWords(wrong, judged, wrongRoundRate) };
}

function lowest(wrong: number, judged: number): number {
  if (wrong === 0) return 0;
  // P(at least k wrong | p) = 1 - P(at most k - 1) grows with p.
  return bisect((p) => 1 - atMost(wrong - 1, judged, p) < (1 - LEVEL) / 2);
}

function highest(wrong: number, judged: number): number {
  if (wrong === judged) return 1;
  if (wrong === 0) return 1 - (1 - LEVEL) ** (1 / judged);
  return bisect((p) => atMost(wrong, judged, p) > (1 - LEVEL) / 2);
}

/** The p at which a condition that holds below it stops to hold. */
function bisect(holds: (p: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(at most k of n) for 0 < p < 1, summed by logarithms so that no term is lost to underflow. */
function atMost(k: number, n: number, p: number): number {
  let logChoose = 0;
  let sum = 0;
  for (let i = 0; i <= k; i += 1) {
    if (i > 0) logChoose += Math.log((n - i + 1) / i);
    sum += Math.exp(logChoose + i * Math.log(p) + (n - i) * Math.log1p(-p));
  }
  return Math.min(1, sum);
}

function inWords(wrong: number, judged: number, { low, high }: { low: number; high: number }): string {
  if (judged === 0) return 'No round could be judged, so nothing is known about how often one goes wrong.';
  const seen = `${wrong} of ${plural(judged, 'round')} went wrong`;
  if (wrong === 0) return `${seen}: at 95 % confidence at most ${percent(high)} of such rounds do.`;
  return `${seen}: at 95 % confidence between ${percent(low)} and ${percent(high)} of such rounds do.`;
}
