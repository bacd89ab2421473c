import type { Small } from '../support/oracle.ts';

export type Dice = () => number;

/** Even numbers from 0 to 1 that are the same in each run (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Variant = 'unit' | 'bounded' | 'range' | 'delta';
export type Sized = Small & { readonly amount: number };

export interface Sketch {
  readonly variant: Variant;
  readonly initial: number;
  /** Above the start value. */
  readonly limit: number;
  /** Values count from the start value; times are milliseconds. */
  readonly ops: readonly Sized[];
}

const INSTANTS = 9;
const STARTS = [0, 0, 0, 7, -3, 4_000_000_000_000];
const AMOUNTS = [1, 2, 3, 5];

const below = (roll: Dice, n: number): number => Math.floor(roll() * n);
const pick = <T>(roll: Dice, from: readonly T[]): T => from[below(roll, from.length)] as T;

/** A few operations as a right counter would have answered them; in two of three sketches some are then changed. */
export function sketch(variant: Variant, roll: Dice): Sketch {
  const limit = variant === 'bounded' ? 1 + below(roll, 3) : Number.POSITIVE_INFINITY;
  const count = 1 + below(roll, 6);
  const calls = Array.from({ length: count }, () => callOf(variant, roll)).sort((a, b) => a.at - b.at);
  const ops = assigned(answered(calls, limit));
  const changed = roll() < 1 / 3 ? ops : ops.map((op) => (roll() < 0.3 ? altered(op, limit, roll) : op));
  return { variant, initial: pick(roll, STARTS), limit, ops: changed };
}

interface Call {
  readonly f: 'I' | 'T' | 'R';
  readonly start: number;
  readonly end: number;
  /** When it takes effect. */
  readonly at: number;
  readonly amount: number;
  readonly wide: number;
  readonly fate: 'known' | 'lost request' | 'lost reply';
}

function callOf(variant: Variant, roll: Dice): Call {
  const [a, b] = [below(roll, INSTANTS), below(roll, INSTANTS)];
  const [start, end] = [Math.min(a, b), Math.max(a, b)];
  const f = pick(roll, ['I', 'I', 'T', 'R', 'R'] as const);
  const unknown = f !== 'R' && roll() < 0.15;
  return {
    ...{ f, start, end },
    at: start + roll() * (end - start),
    amount: variant === 'delta' ? pick(roll, AMOUNTS) : 1,
    wide: variant === 'range' ? below(roll, 3) : 0,
    fate: unknown ? pick(roll, ['lost request', 'lost reply'] as const) : 'known',
  };
}

function answered(calls: readonly Call[], limit: number): readonly Sized[] {
  let value = 0;
  return calls.map(({ f, start, end, amount, wide, fate }): Sized => {
    const base = { start, end, process: 0, amount, certain: true, low: 0, high: Number.POSITIVE_INFINITY };
    if (f === 'R') return { ...base, f, low: value - Math.min(wide, value), high: value + wide };
    const isFull = value + amount > limit;
    if (!isFull && fate !== 'lost request') value += amount;
    if (fate !== 'known') return { ...base, f: 'I', certain: false, end: Number.POSITIVE_INFINITY };
    if (isFull) return { ...base, f: 'X', low: limit };
    return f === 'I' ? { ...base, f } : { ...base, f, low: value, high: value - amount };
  });
}

/** Clients that have one call open at a time, and never two that touch. */
function assigned(ops: readonly Sized[]): readonly Sized[] {
  const free: number[] = [];
  return [...ops]
    .sort((a, b) => a.start - b.start)
    .map((op) => {
      const found = free.findIndex((end) => end < op.start);
      const process = found < 0 ? free.length : found;
      free[process] = op.end;
      return { ...op, process };
    });
}

function altered(op: Sized, limit: number, roll: Dice): Sized {
  const by = pick(roll, [-2, -1, -1, 1, 1, 9]);
  if (op.f === 'R' || op.f === 'T') return { ...op, low: op.low + by, high: op.high + by };
  if (op.f === 'X') return { ...op, f: 'I', low: 0 };
  return op.certain && Number.isFinite(limit) ? { ...op, f: 'X', low: limit } : op;
}
