import { rowsBy } from './ascending.ts';
import { type Columns, INCREMENT } from './columns.ts';
import { firstInverted, neighboursOf } from './neighbours.ts';
import { countBelow, countUpTo, endsOf, startsOf } from './sent.ts';
import { type Witness, witness } from './witness.ts';

/** An operation that shows more than one that began after it was complete. */
export function inverted(columns: Columns): Witness | null {
  const near = neighboursOf(columns);
  const row = firstInverted(columns, near);
  return row < 0 ? null : witness('inversion', { floors: [near.floor[row] as number], ceilings: [row] });
}

/**
 * Two operations whose values lie further apart than there are increments that can come between: sent by the end of
 * the one that shows more, and not complete before the other began.
 */
export function tooFarApart(columns: Columns): Witness | null {
  const { size, kind, start, end, low, high } = columns;
  const [starts, ends] = [startsOf(columns), endsOf(columns)];
  const lacks = high.map((value, row) => value - countBelow(ends, start[row] as number));
  const byStart = rowsBy(start);
  let lowest = -1;
  let next = 0;
  for (const row of rowsBy(end)) {
    for (; next < size && (start[byStart[next] as number] as number) <= (end[row] as number); next++) {
      const ceiling = byStart[next] as number;
      if (lowest < 0 || (lacks[ceiling] as number) < (lacks[lowest] as number)) lowest = ceiling;
    }
    if (kind[row] === INCREMENT || lowest < 0) continue;
    if ((low[row] as number) - countUpTo(starts, end[row] as number) > (lacks[lowest] as number)) {
      return witness('jump', { floors: [row], ceilings: [lowest] });
    }
  }
  return null;
}
