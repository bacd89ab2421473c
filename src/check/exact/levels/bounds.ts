import { type Columns, INCREMENT, incrementsIn, isIncrement, READ, REFUSED } from '../columns.ts';
import { rowsThat } from '../rows/ascending.ts';
import { endsOf, NearBy, startsOf } from '../rows/sent.ts';

/**
 * Whether each value alone lies between the increments acknowledged before its operation began and those sent before it
 * ended: what counters are commonly checked for.
 */
export function isWithinBounds(columns: Columns, others = false): boolean {
  const { size, kind, start, end, low, high } = columns;
  const [starts, ends] = [new NearBy(startsOf(columns)), new NearBy(endsOf(columns))];
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT || kind[row] === REFUSED) continue;
    const acknowledged = ends.below(start[row] as number);
    const sent = others ? Number.POSITIVE_INFINITY : starts.upTo(end[row] as number);
    if (!((high[row] as number) >= acknowledged && (low[row] as number) <= sent)) return false;
  }
  return true;
}

/**
 * Whether what was read in the end is right: every one of the final reads shows all acknowledged increments and none but
 * those that were sent. null when nothing was read then.
 */
export function hasConverged(columns: Columns, others = false): boolean | null {
  const { low, high } = columns;
  const finals = finalReads(columns);
  const acknowledged = acknowledgedIn(columns).count;
  const most = others ? Number.POSITIVE_INFINITY : incrementsIn(columns);
  if (finals.length === 0) return null;
  return finals.every((row) => (high[row] as number) >= acknowledged && (low[row] as number) <= most);
}

/** The reads after the last acknowledgement that no other such read follows. */
export function finalReads(columns: Columns): readonly number[] {
  const { size, kind, start, end } = columns;
  const { lastEnd } = acknowledgedIn(columns);
  const after = rowsThat(size, (row) => kind[row] === READ && (start[row] as number) > lastEnd);
  const lastStart = after.reduce((latest, row) => Math.max(latest, start[row] as number), Number.NEGATIVE_INFINITY);
  return after.filter((row) => (end[row] as number) >= lastStart);
}

/** The certain increments: how many there are, and when the last of them was complete. */
function acknowledgedIn({ size, kind, certain, end }: Columns): { readonly count: number; readonly lastEnd: number } {
  let count = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < size; row++) {
    if (certain[row] !== 1 || !isIncrement(kind[row])) continue;
    count++;
    lastEnd = Math.max(lastEnd, end[row] as number);
  }
  return { count, lastEnd };
}
