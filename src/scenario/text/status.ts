import type { StatusSet } from '../scenario.ts';

type StatusRange = readonly [number, number];

const ITEM = /^(?:(\d)xx|(\d{3})(?:-(\d{3}))?)$/i;

export const STATUSES_TAKE = 'statuses such as 200, 2xx, 400-499 or a list of them';

/** Reads `2xx`, `200,201` and `400-499`; null for anything else. Ranges are sorted and do not touch. */
export function parseStatuses(text: string): StatusSet | null {
  const ranges = text.split(',').map((item) => parseItem(item.trim()));
  return ranges.every((range) => range !== null) ? merged(ranges) : null;
}

export function matches(set: StatusSet, status: number): boolean {
  return set.some(([low, high]) => low <= status && status <= high);
}

/** What is in `set` and not in `other`. */
export function without(set: StatusSet, other: StatusSet): StatusSet {
  return other.reduce<StatusSet>((left, [low, high]) => left.flatMap((range) => cut(range, low, high)), set);
}

/** A status that is in both; null when there is none. */
export function shared(a: StatusSet, b: StatusSet): number | null {
  for (const [low] of [...a, ...b]) if (matches(a, low) && matches(b, low)) return low;
  return null;
}

function parseItem(item: string): StatusRange | null {
  const match = ITEM.exec(item);
  if (!match) return null;
  const [, hundreds, first, last = first] = match;
  const range: StatusRange = hundreds
    ? [Number(hundreds) * 100, Number(hundreds) * 100 + 99]
    : [Number(first), Number(last)];
  return range[0] >= 100 && range[0] <= range[1] ? range : null;
}

function cut([from, to]: StatusRange, low: number, high: number): StatusRange[] {
  const parts: StatusRange[] = [
    [from, Math.min(to, low - 1)],
    [Math.max(from, high + 1), to],
  ];
  return parts.filter(([start, end]) => start <= end);
}

function merged(ranges: readonly StatusRange[]): StatusSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = out.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out;
}
