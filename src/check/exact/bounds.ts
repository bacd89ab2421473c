import { type Columns, INCREMENT, isIncrement, READ, REFUSED } from './columns.ts';
import { countBelow, countUpTo, endsOf, startsOf } from './sent.ts';

/**
 * Whether each value alone lies between the increments acknowledged before its operation began and those sent before it
 * ended: what counters are commonly checked for.
 */
export function isWithinBounds(columns: Columns, others = false): boolean {
  const { size, kind, start, end, low, high } = columns;
  const [starts, ends] = [startsOf(columns), endsOf(columns)];
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT || kind[row] === REFUSED) continue;
    const acknowledged = countBelow(ends, start[row] as number);
    const sent = others ? Number.POSITIVE_INFINITY : countUpTo(starts, end[row] as number);
    if (!((high[row] as number) >= acknowledged && (low[row] as number) <= sent)) return false;
  }
  return true;
}

/**
 * Whether what was read in the end is right: every read after the last acknowledgement that no other such read follows
 * shows all acknowledged increments and none but those that were sent. null when nothing was read then.
 */
export function hasConverged(columns: Columns, others = false): boolean | null {
  const { size, kind, certain, start, end, low, high } = columns;
  let [acknowledged, sent, lastEnd] = [0, 0, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < size; row++) {
    if (!isIncrement(kind[row])) continue;
    sent++;
    if (certain[row] === 0) continue;
    acknowledged++;
    lastEnd = Math.max(lastEnd, end[row] as number);
  }
  const isFinal = (row: number): boolean => kind[row] === READ && (start[row] as number) > lastEnd;
  let lastStart = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < size; row++) if (isFinal(row)) lastStart = Math.max(lastStart, start[row] as number);
  if (lastStart === Number.NEGATIVE_INFINITY) return null;
  const most = others ? Number.POSITIVE_INFINITY : sent;
  for (let row = 0; row < size; row++) {
    if (!isFinal(row) || (end[row] as number) < lastStart) continue;
    if (!((high[row] as number) >= acknowledged && (low[row] as number) <= most)) return false;
  }
  return true;
}
