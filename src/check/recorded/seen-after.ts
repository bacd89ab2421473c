import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import { INCREMENT } from '../exact/columns.ts';

/**
 * Whether the number was seen after what was written to it. Of a run, after the last write that was acknowledged, since
 * that one may be the lost one; of what another tool recorded, whose reads lie among its writes, after the first began.
 */
export function isSeenAfter({ recorded: { kind, certain, start, end } }: Diagnosis, isRun: boolean): boolean {
  let [first, last, seenFrom, seenTo] = [Infinity, -Infinity, -Infinity, -Infinity];
  for (const [row, what] of kind.entries()) {
    const [from, to] = [start[row] as number, end[row] as number];
    if (what !== INCREMENT) [seenFrom, seenTo] = [Math.max(seenFrom, from), Math.max(seenTo, to)];
    else if (certain[row] === 1) [first, last] = [Math.min(first, from), Math.max(last, to)];
  }
  return isRun ? last < seenFrom || last === Number.NEGATIVE_INFINITY : first <= seenTo || first === Infinity;
}
