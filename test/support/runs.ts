/**
 * How many cases a property is asked: this many with every change, for they find again what was once found. RUNS=10 asks
 * ten times as many, and with SEED=random others.
 */
export const runs = (cases: number): number => cases * Number(process.env.RUNS ?? 1);
