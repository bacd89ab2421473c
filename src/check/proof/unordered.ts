import { smallest } from '../smallest.ts';
import type { WitnessOfIds } from './certificate.ts';
import type { Row, Rows } from './rows.ts';

/** Up to so many operations are looked at all together; of more, so many that follow each other, here and there. */
const TOGETHER = 64;
const WINDOW = 32;
const STRIDE = 8;
/** States of the search over all of them, and of each for fewer; and how many such searches there are. */
const BUDGET = 50_000;
const FEW_BUDGET = 5_000;
const MOST_SEARCHES = 400;

/**
 * A few operations that no order explains, whatever the others did; without any one of them some order may. null where
 * some order explains all, or the search ends at its budget.
 */
export function unorderedIn(rows: Rows): WitnessOfIds | null {
  const all = rows.all.toSorted((a, b) => a.start - b.start);
  const isTogether = all.length <= TOGETHER;
  const parts = isTogether ? [all] : windowsOf(all);
  const part = parts.find((some) => isUnordered(rows, some, isTogether ? BUDGET : FEW_BUDGET));
  if (part === undefined) return null;
  const few = smallest(part, (some) => isUnordered(rows, some, FEW_BUDGET), MOST_SEARCHES);
  const idsOf = (increments: boolean) => few.filter(({ amount }) => amount > 0n === increments).map(({ id }) => id);
  return { form: 'unordered', floors: [], increments: idsOf(true), ceilings: idsOf(false) };
}

const windowsOf = (all: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(all.length / STRIDE) }, (_, i) => all.slice(i * STRIDE, i * STRIDE + WINDOW));

/** One of the few, and between which sums of the others it takes place. */
interface Placed {
  readonly row: Row;
  readonly bit: bigint;
  /** The certain ones that must stand ahead. */
  readonly after: bigint;
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * The others show nothing, and add up to something that never falls: at an operation at least to what was complete before
 * it, and at most to all that was not sent after it.
 */
function isUnordered(rows: Rows, few: readonly Row[], budget: number): boolean {
  const placed = placedOf(rows, few).sort((a, b) => a.row.end - b.row.end);
  const certain = placed.reduce((mask, { row, bit }) => (row.certain ? mask | bit : mask), 0n);
  const seen = new Set<string>();
  const stack: { readonly done: bigint; readonly made: bigint; readonly others: bigint }[] = [];
  stack.push({ done: 0n, made: rows.initial, others: 0n });
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    const { done, made, others } = state;
    if ((done & certain) === certain) return false;
    const name = `${done} ${others}`;
    if (seen.has(name)) continue;
    if (seen.add(name).size > budget) return false;
    for (const { row, bit, after, least, most } of placed.toReversed()) {
      if ((done & bit) !== 0n || (after & ~done) !== 0n) continue;
      const from = row.low === null ? least : row.low - row.amount - made;
      const now = max(others, max(least, from));
      if (now > most || (row.high !== null && made + now > row.high)) continue;
      stack.push({ done: done | bit, made: made + row.amount, others: now });
    }
  }
  return true;
}

function placedOf({ all, isBefore }: Rows, few: readonly Row[]): Placed[] {
  const own = new Set(few);
  const others = all.filter((one) => one.amount > 0n && !own.has(one));
  const sum = (some: (other: Row) => boolean): bigint =>
    others.reduce((n, other) => (some(other) ? n + other.amount : n), 0n);
  return few.map((row, i) => ({
    row,
    bit: 1n << BigInt(i),
    after: few.reduce(
      (mask, other, k) => (other.certain && isBefore(other, row) ? mask | (1n << BigInt(k)) : mask),
      0n,
    ),
    least: sum((other) => other.certain && isBefore(other, row)),
    most: sum((other) => !isBefore(row, other)),
  }));
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
