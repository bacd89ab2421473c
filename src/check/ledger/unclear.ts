import { type Decimal, formatDecimal, parseDecimal } from '../../history/decimal.ts';
import type { History, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';

/** How the `reason` of a read begins whose number nobody can read exactly, as this history shows. */
export const NOT_EXACT = 'not exact:';

/** `1.007`, `1.234.567`: groups of three, or a fraction. */
const DOTTED = /^-?[1-9]\d{0,2}(?:\.\d{3})+$/;
const WHOLE = /^-?\d+$/;
/** `1.00e+06`: so many digits, and an exponent. */
const EXPONENT = /^-?\d\.(\d+)e([+-]?\d{1,3})$/i;

/**
 * The history without numbers whose form leaves open what they are: with dots for thousands beside whole numbers
 * without any, or rounded to so many digits that a step does not show.
 */
export function withoutUnclear(history: History): History {
  const unclear = new Map<string, (text: string) => string | null>();
  for (const [reading, texts] of textsOf(history.operations)) {
    const step = stepOf(history.header, reading);
    const dotted = hasDots(texts, step);
    const places = roundedPlaces(texts);
    if (!dotted && places === null) continue;
    unclear.set(reading, (text) =>
      dotted && DOTTED.test(text) ? OPEN : places === null ? null : rounded(text, places, step),
    );
  }
  if (unclear.size === 0) return history;
  return { ...history, operations: history.operations.map((one) => clearOf(one, unclear)) };
}

const A_WHOLE = '0';
const OPEN = 'which is a fraction, or has dots between its thousands';

function clearOf(one: Operation, unclear: ReadonlyMap<string, (text: string) => string | null>): Operation {
  if (!isNumber(one)) return one;
  const why = unclear.get(one.reading ?? '')?.(one.value) ?? null;
  return why === null
    ? one
    : { ...copyOf(one), outcome: 'info', complete: null, reason: `${NOT_EXACT} ${one.value}, ${why}` };
}

const isNumber = (one: Operation): one is Operation & { readonly value: string } =>
  one.f === 'read' && one.outcome === 'ok' && one.value !== null;

function textsOf(operations: readonly Operation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const one of operations) {
    // Of whole numbers it matters only that there are some.
    if (isNumber(one)) textsAt(found, one.reading ?? '').add(WHOLE.test(one.value) ? A_WHOLE : one.value);
  }
  return found;
}

function textsAt(found: Map<string, Set<string>>, reading: string): Set<string> {
  const texts = found.get(reading) ?? new Set();
  found.set(reading, texts);
  return texts;
}

function stepOf({ expect, step }: HistoryHeader, reading: string): Decimal {
  const own = expect.readings.find((one) => one.reading === reading)?.step ?? step;
  return parseDecimal(own) ?? { unscaled: 1n, scale: 0 };
}

/** A whole step never makes such fractions of whole numbers, nor moves from one such fraction to another. */
function hasDots(texts: ReadonlySet<string>, step: Decimal): boolean {
  if (step.scale > 0) return false;
  const all = [...texts];
  const fractions = new Set(all.filter((text) => DOTTED.test(text)).map((text) => text.slice(text.indexOf('.'))));
  if (fractions.size === 0 || !all.every((text) => DOTTED.test(text) || WHOLE.test(text))) return false;
  return fractions.size > 1 || texts.has(A_WHOLE);
}

/** How many digits after the point a target rounds to; null where no 0 at the end of one shows that it does. */
function roundedPlaces(texts: ReadonlySet<string>): number | null {
  for (const text of texts) {
    const digits = EXPONENT.exec(text)?.[1];
    if (digits?.endsWith('0')) return digits.length;
  }
  return null;
}

function rounded(text: string, places: number, step: Decimal): string | null {
  const [, digits = '', exponent = '0'] = EXPONENT.exec(text) ?? [];
  const power = Number(exponent) - places;
  if (digits.length !== places || power < 0) return null;
  const unit = 10n ** BigInt(power);
  const size = step.unscaled < 0n ? -step.unscaled : step.unscaled;
  if (unit * 10n ** BigInt(step.scale) <= size) return null;
  return `which is rounded to ${formatDecimal({ unscaled: unit, scale: 0 })}`;
}
