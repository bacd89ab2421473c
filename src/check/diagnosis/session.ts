import { type Columns, INCREMENT } from '../exact/columns.ts';
import { ascending, rowsBy } from '../exact/rows/ascending.ts';

/** Which of the reads show less than something their own client saw that was complete before. */
export function goBackInSession(columns: Columns, rows: readonly number[]): readonly number[] {
  const { kind, start, end, low, high, process } = columns;
  const seen = new Map<number, number>();
  const byEnd = rowsBy(end);
  const found: number[] = [];
  let next = 0;
  for (const row of ascending(start, Int32Array.from(rows))) {
    for (; next < byEnd.length && (end[byEnd[next] as number] as number) < (start[row] as number); next++) {
      const passed = byEnd[next] as number;
      if (kind[passed] === INCREMENT) continue;
      const client = process[passed] as number;
      seen.set(client, Math.max(seen.get(client) ?? Number.NEGATIVE_INFINITY, low[passed] as number));
    }
    const highest = seen.get(process[row] as number);
    if (highest !== undefined && highest > (high[row] as number)) found.push(row);
  }
  return found;
}
