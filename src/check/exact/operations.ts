import { compare, parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { type Columns, ColumnsBuilder, INCREMENT, READ, REFUSED, RETURNED } from './columns.ts';
import type { Circumstances } from './judge.ts';
import { type Steps, stepsFrom } from './steps.ts';

/** One counter of a history, and how its operations are to be taken. */
export interface Counter {
  readonly key: string;
  /** The name of the reading; null: every reading of the key. */
  readonly reading: string | null;
  /** From 1; null: the value lives on through all rounds. */
  readonly round: number | null;
  /** Whether the value of an increment is the number after it; otherwise it is not looked at. */
  readonly returns: boolean;
  /** Whether increments may have come in that the history does not hold. */
  readonly others: boolean;
}

/** What the values of a counter mean. */
export interface Meaning {
  /** The value before the first operation; null when it is not known. */
  readonly initial: string | null;
  readonly step: string;
  readonly limit: string | null;
  readonly returns: boolean;
  /** Take a refused increment as one whose fate is unknown: the answer may be wrong. */
  readonly refusedMayCount?: boolean;
}

/** The operations on one counter, in the order of the history. */
export function operationsOn(operations: readonly Operation[], counter: Counter): readonly Operation[] {
  const isOn = ({ f, key, round, reading }: Operation): boolean =>
    key === counter.key &&
    (counter.round === null || round === counter.round) &&
    (f === 'read' ? counter.reading === null || reading === counter.reading : f === 'increment' || f === 'admit');
  // Mostly all of them, which takes no room.
  return operations.every(isOn) ? operations : operations.filter(isOn);
}

/** How far every increment moves the number; null when they differ. */
export function commonStep(operations: readonly Operation[], step: string): string | null {
  const amounts = new Set<string>();
  let last: string | null = null;
  for (const { f, amount = step } of operations) {
    if (f === 'read' || amount === last) continue;
    amounts.add(amount);
    last = amount;
  }
  if (amounts.size === 0) return step;
  const [first, ...rest] = [...amounts].map((amount) => parseDecimal(amount));
  if (first === undefined || first === null || first.unscaled === 0n) return null;
  const same = rest.every((amount) => amount !== null && compare(amount, first) === 0);
  return same ? ([...amounts][0] as string) : null;
}

/** The value that steps are counted from: the start value, or where that is not known the first seen, or the limit. */
export function baseOf(operations: readonly Operation[], { initial, limit, returns }: Meaning): string {
  if (initial !== null) return initial;
  const shows = ({ f, outcome, value }: Operation): boolean =>
    outcome === 'ok' && value !== null && parseDecimal(value) !== null && (f === 'read' || returns);
  return operations.find(shows)?.value ?? limit ?? '0';
}

/**
 * The rows of operations on one counter that all move it by `step`; `index` leads back to them. Clients are told by
 * their sessions. Operations that had no effect and showed nothing are left out.
 */
export function columnsOf(operations: readonly Operation[], meaning: Meaning): Columns {
  const steps = stepsFrom(baseOf(operations, meaning), meaning.step);
  const limit = limitOf(meaning, steps);
  const clients = new Map<string, number>();
  const builder = new ColumnsBuilder(operations.length);
  for (let index = 0; index < operations.length; index++) {
    const operation = operations[index] as Operation;
    const { session, invoke, complete } = operation;
    const seen = observed(operation, meaning, steps, limit);
    if (seen === null) continue;
    const { kind, low, high } = seen;
    const certain = operation.outcome === 'ok' || kind === REFUSED;
    const process = clients.get(session) ?? clients.size;
    clients.set(session, process);
    const end = complete ?? Number.POSITIVE_INFINITY;
    builder.add({ kind, certain, start: invoke, end, low, high, process, index });
  }
  return builder.end(limit);
}

/** Where the start is above the limit already, it goes no higher. What only falls is never led above it. */
function limitOf({ limit, initial, step }: Meaning, steps: Steps): number {
  if (limit === null || isBelowZero(step)) return Number.POSITIVE_INFINITY;
  return initial === null ? steps.upTo(limit) : Math.max(0, steps.upTo(limit));
}

const isBelowZero = (step: string): boolean => (parseDecimal(step)?.unscaled ?? 0n) < 0n;

interface Observed {
  readonly kind: number;
  readonly low: number;
  readonly high: number;
}

const PLAIN: Observed = { kind: INCREMENT, low: 0, high: Number.POSITIVE_INFINITY };

function observed(operation: Operation, meaning: Meaning, steps: Steps, limit: number): Observed | null {
  const { f, outcome, value, counts } = operation;
  if (f === 'read') return outcome === 'ok' && value !== null ? readOf(value, operation.upTo, steps) : null;
  if (outcome === 'info') return PLAIN;
  if (outcome === 'ok') return value === null || !meaning.returns ? PLAIN : returnedOf(steps.to(value));
  if (counts !== 'rejected') return null;
  if (meaning.refusedMayCount === true) return PLAIN;
  return limit === Number.POSITIVE_INFINITY ? null : { kind: REFUSED, low: limit, high: Number.POSITIVE_INFINITY };
}

const returnedOf = (low: number): Observed => ({ kind: RETURNED, low, high: low - 1 });

function readOf(value: string, upTo: string | undefined, steps: Steps): Observed {
  if (upTo !== undefined) {
    // Steps may lead downwards.
    const low = Math.min(steps.from(value), steps.from(upTo));
    return { kind: READ, low, high: Math.max(steps.upTo(value), steps.upTo(upTo)) };
  }
  const low = steps.to(value);
  return { kind: READ, low, high: low };
}

/** What the header of a history says about how its times and values are to be taken. */
export function circumstancesOf(
  { initial, clock }: Pick<HistoryHeader, 'initial' | 'clock'>,
  operations: readonly Operation[],
  { index }: Columns,
  others: boolean,
): Circumstances {
  const startKnown = initial !== null;
  if (clock.errorNs === 0) return { startKnown, others, clock: null };
  const machines = new Map<string, number>();
  const machine = index.map((at) => {
    const name = (operations[at] as Operation).machine ?? '';
    const number = machines.get(name) ?? machines.size;
    machines.set(name, number);
    return number;
  });
  return { startKnown, others, clock: machines.size < 2 ? null : { machine, errorNs: () => clock.errorNs } };
}
