import { type Decimal, parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';

/** The number moved while none of our writes was under way. */
export interface Movement {
  readonly where: 'before' | 'between' | 'after';
  readonly from: Operation;
  readonly to: Operation;
  /** Net, in steps; null when it is no whole number of them, or when it did not only go the way of our writes. */
  readonly steps: bigint | null;
  /** Each reading saw exactly one step more than the one before it. */
  readonly stepPerReading: boolean;
}

/** What a row of readings shows when nobody may write between them; null: the number stood still. */
export function movementOf(where: Movement['where'], reads: readonly Operation[], step: Decimal): Movement | null {
  const ok = reads.filter((read) => read.outcome === 'ok' && parseDecimal(read.value ?? '') !== null);
  const steps = ok.slice(1).map((read, i) => stepsBetween(ok[i] as Operation, read, step));
  const [from] = ok;
  const to = ok.at(-1);
  if (from === undefined || to === undefined || steps.every((n) => n === 0n)) return null;
  return {
    where,
    from,
    to,
    steps: steps.reduce((sum, n) => (sum === null || n === null || n < 0n ? null : sum + n), 0n as bigint | null),
    stepPerReading: steps.every((n) => n === 1n),
  };
}

function stepsBetween(a: Operation, b: Operation, step: Decimal): bigint | null {
  const [from, to] = [parseDecimal(a.value ?? ''), parseDecimal(b.value ?? '')];
  return from === null || to === null ? null : wholeSteps(subtract(to, from), step);
}
