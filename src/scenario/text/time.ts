import { Mistake } from './mistake.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_MS = 24 * 3_600_000;

/** What a duration looks like; for schemas. */
export const DURATION = /^(?:0|\d+(?:\.\d+)?(?:ms|s|m|h))$/;

export const DURATION_TAKES = 'a time up to 24h, such as 50ms, 1.2s, 2m or 1h';

/** Milliseconds of `50ms`, `1.2s`, `2m`, `1h` or a bare `0`; null for anything else and for more than 24 hours. */
export function parseDuration(text: string): number | null {
  if (!DURATION.test(text)) return null;
  const unit = /[a-z]+$/.exec(text)?.[0] ?? 'ms';
  return bounded(Number.parseFloat(text) * (UNIT_MS[unit] ?? 1));
}

/** As `parseDuration`; throws a Mistake where that gives null. */
export function durationOf(text: string): number {
  const timeMs = parseDuration(text);
  if (timeMs === null) throw new Mistake(`${JSON.stringify(text)} is not a time`, `it takes ${DURATION_TAKES}`);
  return timeMs;
}

/** Milliseconds of curl's bare seconds (`10`, `1.5`), or of a duration with its unit; null for anything else. */
export function parseSeconds(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? bounded(Number.parseFloat(text) * 1_000) : parseDuration(text);
}

/** Whole microseconds, so that 1.1s is 1100 and not a hair more. */
function bounded(ms: number): number | null {
  return ms <= MAX_MS ? Math.round(ms * 1_000) / 1_000 : null;
}
