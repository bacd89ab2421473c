import type { Selector, StatusSet } from '../../scenario.ts';
import { Mistake } from '../../text/mistake.ts';
import { parseSelector } from '../../text/selector.ts';
import type { Check, Path } from '../../text/source.ts';
import { parseStatuses, STATUSES_TAKE } from '../../text/status.ts';
import { durationOf } from '../../text/time.ts';
import type { Environment, Variables } from '../../text/variables.ts';

/** What every part of a file is read with. */
export interface BuildContext {
  /** Path of the file; what it names is relative to it. */
  readonly file: string;
  readonly variables: Variables;
  readonly environment: Environment;
  readonly secretNames: readonly string[];
  readonly check: Check;
}

export type RawTime = string | 0 | undefined;
export type RawStatuses = number | string | readonly (number | string)[];

/** Milliseconds of a time of the file, or the fallback where none is given. */
export function time(raw: RawTime, path: Path, fallbackMs: number, check: Check): number {
  return raw === undefined ? fallbackMs : check.attempt(path, fallbackMs, () => durationOf(String(raw)));
}

/** As `time`, for one that has to last. */
export function someTime(raw: RawTime, path: Path, fallbackMs: number, check: Check): number {
  const timeMs = time(raw, path, fallbackMs, check);
  return check.attempt(path, fallbackMs, () => {
    if (timeMs > 0) return timeMs;
    throw new Mistake('this takes some time', 'give a time above 0');
  });
}

export function statusesOf(raw: RawStatuses, path: Path, check: Check): StatusSet {
  return check.attempt<StatusSet>(path, [], () => {
    const text = [raw].flat().join(',');
    const statuses = parseStatuses(text);
    if (statuses === null)
      throw new Mistake(`${JSON.stringify(text)} is not a set of statuses`, `it takes ${STATUSES_TAKE}`);
    return statuses;
  });
}

export function selectorOf(text: string, path: Path, check: Check): Selector {
  return check.attempt<Selector>(path, { kind: 'text' }, () => parseSelector(text));
}

/** 0 to 1, of `5%` or `0.05`. Throws a Mistake. */
export function shareOf(raw: string | number): number {
  const share = typeof raw === 'number' ? raw : Number.parseFloat(raw) / 100;
  if (share >= 0 && share <= 1) return share;
  throw new Mistake(`${raw} is not a share`, 'from 0% to 100%');
}

export function fail(mistake: Mistake): never {
  throw mistake;
}
