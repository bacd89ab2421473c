import { type Decimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { Link } from './span.ts';

/**
 * For each link of a counter, how many acknowledged writes of rounds before it may come out in it: those after which no
 * number came to rest, or whose round began with none, less what the number has risen by since. Nobody saw them land, so
 * nobody can say that they had by then.
 */
export function owingAhead(links: readonly Link[]): readonly number[] {
  let owing = 0n;
  let last: Decimal | null = null;
  return links.map(({ entry: { base, whole, owed, measure }, isNew }) => {
    if (isNew) [owing, last] = [0n, null];
    const begins: Decimal | null = base.kind === 'number' ? base.value : null;
    if (begins !== null && last !== null) owing = less(owing, wholeSteps(subtract(begins, last), measure.step));
    const ahead = owing;
    if (whole !== null) owing = less(owing, whole.rise === null ? null : whole.rise - BigInt(whole.acknowledged));
    owing += BigInt(owed);
    last = whole?.after.value ?? begins ?? last;
    return Number(ahead);
  });
}

/** What is left of it when the number has risen by so many steps more; null: nobody knows by how many. */
function less(owing: bigint, rise: bigint | null): bigint {
  if (rise === null || rise <= 0n) return owing;
  return rise >= owing ? 0n : owing - rise;
}
