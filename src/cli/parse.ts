import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A parser of whole numbers from `min` (0) to `max`, for a flag. */
export function wholeNumber({ min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {}) {
  return (text: string): number => {
    const n = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (n >= min && n <= max) return n;
    const most = max === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${max}`;
    throw new InvalidArgumentError(`It must be a whole number, ${min}${most}.`);
  };
}

/** `50ms`, `1.2s`, `10m`, as milliseconds. */
export function durationMs(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const scale = UNITS[unit];
  if (digits === undefined || scale === undefined)
    throw new InvalidArgumentError('It must be a time such as 50ms, 1.2s or 10m.');
  return Number(digits) * scale;
}
