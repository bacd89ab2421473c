export const LEVEL = 0.95;
const MISS = 1 - LEVEL;
const HALVINGS = 60;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Clopper and Pearson's interval for k wrong of n, 0 < k: exact where n was fixed before. */
export function clopperPearson(wrong: number, judged: number): Interval {
  return {
    // P(at least k wrong | p) = 1 - P(at most k - 1) grows with p.
    low: bisect((p) => 1 - atMost(wrong - 1, judged, p) < MISS / 2),
    high: wrong === judged ? 1 : bisect((p) => atMost(wrong, judged, p) > MISS / 2),
  };
}

/** For none wrong of n: the one-sided bound 1 - 0.05^(1/n), about 3/n; also where the first wrong one would have ended it. */
export const noneWrong = (judged: number): Interval => ({ low: 0, high: judged === 0 ? 1 : 1 - MISS ** (1 / judged) });

/**
 * For a series that was to end with its first wrong round, and did with its n-th: n is geometric, so the ends are the p
 * with P(at most n) and with P(at least n) = 2.5 %. The interval of 1 in a fixed n would be too high at its upper end.
 */
export const firstWrong = (nth: number): Interval => ({
  low: 1 - (1 - MISS / 2) ** (1 / nth),
  high: nth === 1 ? 1 : 1 - (MISS / 2) ** (1 / (nth - 1)),
});

/**
 * For k wrong of n, whatever ended the series: every p whose likelihood is at least 5 % of the mean likelihood over all
 * p. By Ville's inequality the true p is at no time outside with more than 5 % chance (Robbins's mixture).
 */
export function anytime(wrong: number, judged: number): Interval {
  let least = -Math.log(judged + 1) + Math.log(MISS);
  for (let i = 1; i <= wrong; i += 1) least -= Math.log((judged - i + 1) / i);
  const right = judged - wrong;
  const isFar = (p: number): boolean => (wrong && wrong * Math.log(p)) + (right && right * Math.log1p(-p)) < least;
  const likeliest = wrong / judged;
  return {
    low: wrong === 0 ? 0 : likeliest * bisect((share) => isFar(share * likeliest)),
    high:
      right === 0 ? 1 : likeliest + (1 - likeliest) * bisect((share) => !isFar(likeliest + share * (1 - likeliest))),
  };
}

/** How many rounds see a fault of `rate` a round at least once with 95 % chance: ln 0.05 / ln(1 - rate), rounded up. */
export const roundsToSee = (rate: number): number => Math.max(1, Math.ceil(Math.log(MISS) / Math.log1p(-rate)));

/** The place in 0..1 where a condition that holds below it stops to hold. */
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
