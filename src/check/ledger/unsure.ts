import { add, times } from '../../history/decimal.ts';
import { isLegCached } from './cached.ts';
import type { Leg } from './leg.ts';

/** Its amounts say nothing sure about its writes: a cache answered, the number stopped at a floor, or a window may have turned. */
export const isLegUnsure = (leg: Leg): boolean => isLegCached(leg) || isLegClamped(leg) || isLegRunOut(leg);

/** So small a part of a window that it turned just then is not to be thought of. */
const SMALL_PART = 0.01;

/** Some are missing, and the window or the lease that they count in may have ended before they were read. */
export function isLegRunOut(leg: Leg): boolean {
  const { windowNs } = leg.measure;
  if (windowNs === null || leg.balance === null || leg.balance.deficit === 0) return false;
  return elapsedNs(leg) > windowNs * SMALL_PART;
}

/** From where something was counted that could end, to when what is missing was first seen to be. */
function elapsedNs({ phases, before, after }: Leg): number {
  const first = phases.flatMap(({ writes }) => writes)[0]?.invoke ?? after.read.invoke;
  const start = before.value.unscaled === 0n ? first : (before.read?.invoke ?? 0);
  const reads = (phases.at(-1)?.reads ?? []).filter(
    ({ reading, role, outcome }) => reading === after.read.reading && role !== 'during' && outcome === 'ok',
  );
  const until = reads.indexOf(after.read) + 1;
  const run = reads.slice(0, until);
  const seen = run[run.findLastIndex(({ value }) => value !== after.read.value) + 1] ?? after.read;
  return (seen.complete ?? seen.invoke) - start;
}

/** A number that fell to just 0, and had no room for all its writes above it. */
export function isLegClamped({ measure, before, after, acknowledged }: Leg): boolean {
  if (measure.plain || measure.step.unscaled >= 0n || after.value.unscaled !== 0n) return false;
  const due = add(before.value, times(measure.step, BigInt(acknowledged)));
  return before.value.unscaled >= 0n && acknowledged > 0 && due.unscaled < 0n;
}
