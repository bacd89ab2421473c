import { type Decimal, parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';

/** How far a decimal string lies from a base, in steps. */
export interface Steps {
  /** NaN where it is no whole number of steps, or no decimal; infinite where numbers do not count so far exactly. */
  readonly to: (text: string) => number;
  /** The last whole step that does not go past it; of a decimal. */
  readonly upTo: (text: string) => number;
  /** The first whole step that does not stay short of it; of a decimal. */
  readonly from: (text: string) => number;
}

const MOST_DIGITS = 15;

export function stepsFrom(base: string, step: string): Steps {
  const [zero, unit] = [parseDecimal(base), parseDecimal(step)];
  if (zero === null || unit === null || unit.unscaled === 0n) throw new Error(`no steps of ${step} from ${base}`);
  const exact = (text: string): number => {
    const value = parseDecimal(text);
    if (value === null) return Number.NaN;
    const steps = wholeSteps(subtract(value, zero), unit);
    return steps === null ? Number.NaN : counted(steps);
  };
  const [start, size] = [plain(base), plain(step)];
  const to = start === null || size === null ? exact : quick(start, size, exact);
  const upTo = (text: string): number => counted(floored(distance(text, zero), unit));
  return { to, upTo, from: (text) => counted(-floored(negative(distance(text, zero)), unit)) };
}

/** Numbers that plain arithmetic gets right need no decimals. */
function quick(start: number, size: number, exact: (text: string) => number): (text: string) => number {
  return (text) => {
    const value = plain(text);
    if (value === null) return exact(text);
    const steps = (value - start) / size;
    return Number.isInteger(steps) ? steps + 0 : Number.NaN;
  };
}

function plain(text: string): number | null {
  if (text.length > MOST_DIGITS) return null;
  const value = Number(text);
  return Number.isInteger(value) && String(value) === text ? value : null;
}

/** Beyond what numbers count exactly, all that matters is that it is further away than there are operations. */
function counted(steps: bigint): number {
  if (steps > BigInt(Number.MAX_SAFE_INTEGER)) return Number.POSITIVE_INFINITY;
  return steps < BigInt(Number.MIN_SAFE_INTEGER) ? Number.NEGATIVE_INFINITY : Number(steps);
}

function distance(text: string, zero: Decimal): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`${text} is no decimal`);
  return subtract(value, zero);
}

const negative = ({ unscaled, scale }: Decimal): Decimal => ({ unscaled: -unscaled, scale });

function floored(value: Decimal, unit: Decimal): bigint {
  const scale = Math.max(value.scale, unit.scale);
  const raised = (one: Decimal): bigint => one.unscaled * 10n ** BigInt(scale - one.scale);
  const [dividend, divisor] = [raised(value), raised(unit)];
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}
