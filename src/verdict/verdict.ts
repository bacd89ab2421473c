export type Verdict = 'pass' | 'fail' | 'inconclusive';

const RANK: Record<Verdict, number> = { pass: 0, inconclusive: 1, fail: 2 };

/** fail outranks inconclusive outranks pass: a proof is not undone by a doubt beside it. */
export const worse = (a: Verdict, b: Verdict): Verdict => (RANK[a] >= RANK[b] ? a : b);

export const worst = (verdicts: Iterable<Verdict>): Verdict => [...verdicts].reduce(worse, 'pass');

export const EXIT_CODE: Record<Verdict, 0 | 1 | 3> = { pass: 0, fail: 1, inconclusive: 3 };
