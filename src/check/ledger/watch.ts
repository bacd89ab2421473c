import { compare, type Decimal, parseDecimal, subtract, times, wholeSteps } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { shareOf } from './measure.ts';

/** The number moved while none of our writes was under way. */
export interface Movement {
  readonly where: 'before' | 'between' | 'amid' | 'after';
  /** null: where the number was to be, and nobody read it. */
  readonly from: Operation | null;
  /** Where it moved from, as it was written. */
  readonly was: string;
  readonly to: Operation;
  /** Net, in steps; null when it is no whole number of them, or when it did not only go the way of our writes. */
  readonly steps: bigint | null;
  /** It never went the way of our writes: what it had counted ran out, it may be. */
  readonly back: boolean;
  /** Each reading saw exactly one step more than the one before it. */
  readonly stepPerReading: boolean;
}

/** A number that may be off by a share of how far it went from its base. */
export interface Estimate {
  readonly within: number;
  readonly base: Decimal;
}

/** Each may be off to either side: what lies closer together than twice that tells of no movement. */
function isNoise(reads: readonly Operation[], { within, base }: Estimate): boolean {
  const values = reads.flatMap(({ value }) => parseDecimal(value ?? '') ?? []).sort(compare);
  const [least, most] = [values[0], values.at(-1)];
  if (least === undefined || most === undefined) return true;
  return compare(subtract(most, least), times(shareOf(subtract(most, base), within), 2n)) <= 0;
}

/** What a row of readings shows when nobody may write between them; null: the number stood still. */
export function movementOf(
  where: Movement['where'],
  reads: readonly Operation[],
  step: Decimal,
  estimate: Estimate | null = null,
): Movement | null {
  const ok = reads.filter((read) => read.outcome === 'ok' && parseDecimal(read.value ?? '') !== null);
  const steps = ok.slice(1).map((read, i) => stepsBetween(ok[i] as Operation, read, step));
  const [from] = ok;
  const to = ok.at(-1);
  if (from === undefined || to === undefined || steps.every((n) => n === 0n)) return null;
  if (estimate !== null && isNoise(ok, estimate)) return null;
  return {
    where,
    from,
    was: from.value ?? '',
    to,
    steps: steps.reduce((sum, n) => (sum === null || n === null || n < 0n ? null : sum + n), 0n as bigint | null),
    back: ok.slice(1).every((read, i) => !isForth(ok[i] as Operation, read, step)),
    stepPerReading: steps.every((n) => n === 1n),
  };
}

/** What the first reading shows where it was told what it would find; null: it found that. */
export function movementFrom(given: string | null, to: Operation | undefined, step: Decimal): Movement | null {
  const [from, value] = [parseDecimal(given ?? ''), parseDecimal(to?.value ?? '')];
  if (given === null || to === undefined || from === null || value === null || compare(from, value) === 0) return null;
  const steps = wholeSteps(subtract(value, from), step);
  const back = signOf(subtract(value, from)) !== signOf(step);
  return { where: 'before', from: null, was: given, to, steps, back, stepPerReading: false };
}

const signOf = ({ unscaled }: Decimal): number => (unscaled < 0n ? -1 : unscaled > 0n ? 1 : 0);

function isForth(a: Operation, b: Operation, step: Decimal): boolean {
  const [from, to] = [parseDecimal(a.value ?? ''), parseDecimal(b.value ?? '')];
  return from !== null && to !== null && signOf(subtract(to, from)) === signOf(step);
}

function stepsBetween(a: Operation, b: Operation, step: Decimal): bigint | null {
  const [from, to] = [parseDecimal(a.value ?? ''), parseDecimal(b.value ?? '')];
  return from === null || to === null ? null : wholeSteps(subtract(to, from), step);
}
