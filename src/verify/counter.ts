import { type Decimal, parseDecimal } from '../history/decimal.ts';
import type { History } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import type { Proof } from './certificate.ts';
import { must } from './refused.ts';

/**
 * One operation that may matter. Values are whole numbers, counted so that increments make them greater: where the
 * history counts down, the signs are turned round; where it has decimals, the point is moved.
 */
export interface Seen {
  readonly id: number;
  readonly kind: 'increment' | 'read' | 'refused';
  /** It took effect; otherwise it may have. */
  readonly certain: boolean;
  readonly invoke: number;
  /** Infinity for an increment whose fate is unknown. */
  readonly complete: number;
  readonly machine: string | undefined;
  /** How much it adds; 0 for what only looks. */
  readonly amount: bigint;
  /** The value reached this; null where it shows nothing. */
  readonly low: bigint | null;
  /** The value was at most this where it took effect, for an increment just before it; null where it shows no such thing. */
  readonly high: bigint | null;
  /** It told something that is no number. */
  readonly garbled: boolean;
}

/** A counter as the history alone describes it. */
export interface CounterView {
  readonly operations: ReadonlyMap<number, Seen>;
  /** null when the history does not say. */
  readonly initial: bigint | null;
  readonly limit: bigint | null;
  /** What every amount is a multiple of; above 0. */
  readonly step: bigint;
  /** How far a clock may be from true time, in nanoseconds. */
  readonly errorNs: number;
  /** A decimal string of the history's own values, as values are counted here. */
  readonly height: (text: string) => bigint;
}

/** Whether an operation belongs to the counter that a proof names. */
export function belongs({ f, key, round, reading }: Operation, counter: Proof): boolean {
  if (key !== counter.key || (counter.round !== null && round !== counter.round)) return false;
  if (f === 'read') return counter.reading === null || reading === counter.reading;
  return f === 'increment' || f === 'admit';
}

export function viewOf({ header, operations }: History, counter: Proof): CounterView {
  const own = operations.filter((operation) => belongs(operation, counter));
  must(
    header.limitPer === null || (header.limitPer === 'round' && counter.round !== null),
    `a limit per ${header.limitPer} is not looked into`,
  );
  const intents = own.flatMap(({ intent, round }) => (intent === undefined ? [] : JSON.stringify([round, intent])));
  must(new Set(intents).size === intents.length, 'attempts of one intent are not told apart here');
  const height = heights(header.step, own, [
    header.initial,
    header.limit,
    'initial' in counter ? counter.initial : null,
  ]);
  const initial = header.initial === null ? null : height(header.initial);
  const limit = limitOf(header, initial, height);
  const seen = new Map<number, Seen>();
  for (const operation of own) {
    const one = seenIn(operation, { step: header.step, returns: counter.returns, limit, height });
    if (one === null) continue;
    must(!seen.has(one.id), `two operations have the id ${one.id}`);
    seen.set(one.id, one);
  }
  // Those that were refused as well: it makes the steps no larger.
  const amounts = own.filter(({ f }) => f !== 'read').map(({ amount }) => height(amount ?? header.step));
  const step = commonDivisor(amounts) || height(header.step);
  return { operations: seen, initial, limit, step: step < 0n ? -step : step, errorNs: header.clock.errorNs, height };
}

/** Where the start is above the limit already, it goes no higher. What only falls is never led above it. */
function limitOf(
  { limit: told, step }: History['header'],
  initial: bigint | null,
  height: CounterView['height'],
): bigint | null {
  if (told === null || decimalOf(step).unscaled < 0n) return null;
  const limit = height(told);
  return initial !== null && initial > limit ? initial : limit;
}

/** 0 when there are none but zeros. */
function commonDivisor(values: readonly bigint[]): bigint {
  let common = 0n;
  for (const value of values) {
    let rest = value;
    while (rest !== 0n) [common, rest] = [rest, common % rest];
  }
  return common;
}

/** How decimals are counted: in units of the smallest decimal place there is, upwards. */
function heights(
  step: string,
  operations: readonly Operation[],
  more: readonly (string | null)[],
): (text: string) => bigint {
  let places = 0;
  const see = (text: string | null | undefined): void => {
    const decimal = typeof text === 'string' ? parseDecimal(text) : null;
    if (decimal !== null && decimal.scale > places) places = decimal.scale;
  };
  for (const text of [step, ...more]) see(text);
  for (const { value, amount, upTo } of operations) {
    see(value);
    see(amount);
    see(upTo);
  }
  const raised = ({ unscaled, scale }: Decimal): bigint => unscaled * 10n ** BigInt(places - scale);
  const upwards = raised(decimalOf(step)) < 0n ? -1n : 1n;
  return (text) => upwards * raised(decimalOf(text));
}

function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text);
  must(decimal !== null, 'a value of the history is no number');
  return decimal;
}

interface Terms {
  readonly step: string;
  readonly returns: boolean;
  readonly limit: bigint | null;
  readonly height: (text: string) => bigint;
}

type Shown = Pick<Seen, 'kind' | 'amount' | 'low' | 'high' | 'garbled'>;

/** null for what had no effect and showed nothing. */
function seenIn(operation: Operation, terms: Terms): Seen | null {
  const shown = operation.f === 'read' ? readIn(operation, terms) : incrementIn(operation, terms);
  if (shown === null) return null;
  const { kind, amount, low, high, garbled } = shown;
  const { id, invoke, machine } = operation;
  const complete = operation.complete ?? Number.POSITIVE_INFINITY;
  const certain = operation.outcome !== 'info';
  return { id, kind, certain, invoke, complete, machine, amount, low, high, garbled };
}

function readIn({ outcome, value, upTo }: Operation, { height }: Terms): Shown | null {
  if (outcome !== 'ok' || value === null) return null;
  const [one, other] = [height(value), height(upTo ?? value)];
  const [low, high] = one <= other ? [one, other] : [other, one];
  return { kind: 'read', amount: 0n, low, high, garbled: false };
}

function incrementIn(operation: Operation, { step, returns, limit, height }: Terms): Shown | null {
  const { id, outcome, counts, value } = operation;
  const amount = height(operation.amount ?? step);
  must(amount > 0n, `operation ${id} moves the counter the other way`);
  if (outcome === 'fail') {
    if (counts !== 'rejected' || limit === null) return null;
    // It would have led above the limit.
    return { kind: 'refused', amount: 0n, low: limit - amount + 1n, high: null, garbled: false };
  }
  if (outcome === 'info' || value === null || !returns) {
    return { kind: 'increment', amount, low: null, high: null, garbled: false };
  }
  if (parseDecimal(value) === null) return { kind: 'increment', amount, low: null, high: null, garbled: true };
  const low = height(value);
  return { kind: 'increment', amount, low, high: low - amount, garbled: false };
}

/**
 * x was complete before y began, whatever the clocks' errors: within one machine as recorded, across machines only
 * when the times are further apart than both errors together.
 */
export function isBefore(x: Seen, y: Seen, { errorNs }: CounterView): boolean {
  return x.complete + (x.machine === y.machine ? 0 : 2 * errorNs) < y.invoke;
}
