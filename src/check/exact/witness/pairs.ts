import { type Columns, INCREMENT } from '../columns.ts';
import { rowsBy } from '../rows/ascending.ts';
import { firstInverted, neighboursOf } from '../rows/neighbours.ts';
import { endsOf, startsOf } from '../rows/sent.ts';
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
  const [starts, ends, byStart] = [startsOf(columns), endsOf(columns), rowsBy(start)];
  let lowest = -1;
  let lacking = Number.POSITIVE_INFINITY;
  // Times only rise, so that nothing has to be looked for.
  let [next, sent, complete] = [0, 0, 0];
  for (const row of rowsBy(end)) {
    for (; next < size && (start[byStart[next] as number] as number) <= (end[row] as number); next++) {
      const ceiling = byStart[next] as number;
      while (complete < ends.length && (ends[complete] as number) < (start[ceiling] as number)) complete++;
      const lacks = (high[ceiling] as number) - complete;
      if (lowest < 0 || lacks < lacking) [lowest, lacking] = [ceiling, lacks];
    }
    if (kind[row] === INCREMENT || lowest < 0) continue;
    while (sent < starts.length && (starts[sent] as number) <= (end[row] as number)) sent++;
    if ((low[row] as number) - sent > lacking) return witness('jump', { floors: [row], ceilings: [lowest] });
  }
  return null;
}
