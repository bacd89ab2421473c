import { LIMITS } from '../../parts/defaults.ts';
import type { PhaseSpec } from '../../scenario.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Check, Path } from '../../text/source.ts';
import { durationOf } from '../../text/time.ts';
import type { RawPhaseOf } from '../schema/phases.ts';

type Paced = Extract<PhaseSpec, { readonly kind: 'paced' }>;
type RawPaced = RawPhaseOf<'paced'>;
type Pace = Pick<Paced, 'kind' | 'count' | 'everyMs' | 'arrivals'>;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** How often and how many: `rate` or `every`, for so long or so many. */
export function pacedOf(raw: RawPaced, path: Path, check: Check): Pace {
  const { arrivals = 'constant' } = raw;
  const everyMs = check.attempt(path, 1_000, () => everyMsOf(raw));
  const count = check.attempt(path, 1, () => countOf(raw, everyMs));
  return { kind: 'paced', count, everyMs, arrivals };
}

function everyMsOf({ rate, every }: RawPaced): number {
  onceOf({ rate, every }, 'how fast writes are sent', 'rate: 4/s or every: 250ms');
  if (rate === undefined) return above0(durationOf(String(every)), 'every');
  const [, amount, unit = 's'] = /^(.*)\/(.)$/.exec(rate) ?? [];
  return (UNIT_MS[unit] ?? 1_000) / above0(Number(amount), 'rate');
}

/** All writes that begin within the time; one at least. */
function countOf(raw: RawPaced, everyMs: number): number {
  onceOf({ for: raw.for, count: raw.count }, 'how many writes are sent', 'for: 6s or count: 20');
  if (raw.count !== undefined) return raw.count;
  const count = Math.max(1, Math.floor(above0(durationOf(String(raw.for)), 'for') / everyMs + 1e-6));
  if (count <= LIMITS.spaced) return count;
  throw new Mistake(`this is ${count} writes`, `at most ${LIMITS.spaced.toLocaleString('en')}`);
}

/** Throws a Mistake unless just one of the keys is there. */
function onceOf(given: Readonly<Record<string, unknown>>, what: string, such: string): void {
  const named = Object.keys(given).filter((key) => given[key] !== undefined);
  if (named.length === 0) throw new Mistake(`it is not said ${what}`, `add ${such}`);
  if (named.length > 1) throw new Mistake(`${named.join(' and ')} both say ${what}`, 'keep one of them');
}

function above0(value: number, key: string): number {
  if (value > 0) return value;
  throw new Mistake(`${key} is 0`, 'give one above 0');
}
