import type { Columns } from '../columns.ts';
import { free } from '../core.ts';
import type { Gaps } from './gaps.ts';

/** Into which gap each plain increment goes, by row; -1 for one that is left out. */
export type Filling = Int32Array;

/**
 * Pours the increments into the gaps as if each could be divided, the first to complete first, each as low as it may.
 * Where even that fails there is a violation. Where it divides none it is an explanation. null: it divided some.
 */
export function pour(
  { certain }: Columns,
  amounts: Float64Array,
  { room, jobs, from, to }: Gaps,
): Filling | 'violation' | null {
  const left = [...room];
  const next = Int32Array.from(left, (amount, gap) => (amount === 0 ? gap + 1 : gap));
  const last = left.length - 1;
  const into = new Int32Array(certain.length).fill(-1);
  let divided = false;
  for (const row of jobs) {
    let rest = amounts[row] as number;
    for (let gap = free(next, from[row] as number); rest > 0; gap = free(next, gap)) {
      if (gap === last && certain[row] === 0) break;
      if (gap > (to[row] as number)) return 'violation';
      const part = Math.min(rest, left[gap] as number);
      divided ||= part < (amounts[row] as number);
      rest -= part;
      left[gap] = (left[gap] as number) - part;
      if (left[gap] === 0) next[gap] = gap + 1;
      into[row] = gap;
    }
  }
  if (left.slice(0, last).some((amount) => amount > 0)) return 'violation';
  return divided ? null : into;
}

/** Whether what all amounts are multiples of divides every gap that they must fill. */
export function dividesEvenly(amounts: Float64Array, { room, jobs }: Gaps): boolean {
  let common = 0;
  for (const row of jobs) {
    for (let rest = amounts[row] as number; rest !== 0; ) [common, rest] = [rest, common % rest];
  }
  return common === 0 || room.slice(0, -1).every((amount) => amount % common === 0);
}
