import { InvalidArgumentError } from 'commander';
import { DURATION_TAKES, parseDuration } from '../scenario/time.ts';

/** A parser of whole numbers from `min` (0) to `max`, for a flag. */
export function wholeNumber({ min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {}) {
  return (text: string): number => {
    const n = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (n >= min && n <= max) return n;
    const most = max === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${max}`;
    throw new InvalidArgumentError(`It must be a whole number, ${min}${most}.`);
  };
}

/** A parser of times for a flag; milliseconds. */
export function durationMs(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError(`It must be ${DURATION_TAKES}.`);
  return ms;
}
