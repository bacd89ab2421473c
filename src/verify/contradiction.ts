import {
  aboveFloor,
  afterAny,
  baseOf,
  beforeAny,
  type Case,
  highest,
  lowest,
  needed,
  remaining,
  shown,
  startOf,
  sum,
} from './case.ts';
import type { Proof, Witness } from './certificate.ts';
import { type CounterView, isBefore, type Seen } from './counter.ts';
import { isMadeUp } from './made-up.ts';
import { must } from './refused.ts';
import { unordered } from './unordered.ts';

/** Refuses unless the few operations of a witness cannot all be right, whatever the others did. */
export function contradict(view: CounterView, { form, ...ids }: Witness, { others }: Proof): void {
  const all = [...ids.floors, ...ids.increments, ...ids.ceilings];
  must(new Set(ids.increments).size === ids.increments.length, 'an increment stands twice in the witness');
  must(all.length > 0, 'the witness is empty');
  const seen = (id: number): Seen => {
    const operation = view.operations.get(id);
    must(operation !== undefined, `operation ${id} is not one of the counter's`);
    return operation;
  };
  const [floors, increments, ceilings] = [ids.floors.map(seen), ids.increments.map(seen), ids.ceilings.map(seen)];
  for (const { id, kind } of increments) must(kind === 'increment', `operation ${id} is no increment`);
  const found = { view, others, floors, increments, ceilings };
  must(ARGUMENTS[form](found), `the operations of the witness do not contradict each other (${form})`);
}

const ARGUMENTS: Readonly<Record<Witness['form'], (found: Case) => boolean>> = {
  duplicate,
  inversion,
  lost: (found) => behind(found) && !isMadeUp(found),
  behind,
  overflow,
  impossible: (found) => offStep(found) || unmade(found),
  jump,
  unreachable,
  unordered,
};

/** Two increments took the same step: from below the other's end, to above the other's beginning. */
function duplicate({ increments }: Case): boolean {
  const [x, y, ...rest] = increments;
  if (x === undefined || y === undefined || rest.length > 0) return false;
  return shown(x) > needed(y) && shown(y) > needed(x);
}

/** The value was shown, and later a lower one was needed. Values never fall. */
function inversion({ view, floors, ceilings }: Case): boolean {
  const [ceiling, ...rest] = ceilings;
  if (ceiling === undefined || rest.length > 0 || floors.length > 1) return false;
  const [floor] = floors;
  if (floor === undefined) return startOf(view) > needed(ceiling);
  return isBefore(floor, ceiling, view) && shown(floor) > needed(ceiling);
}

/** Increments that all lie between two values, and together are more than lies between. */
function behind(found: Case): boolean {
  const { view, increments, ceilings } = found;
  const base = baseOf(found);
  const top = highest(ceilings);
  const [isAbove, isBelow] = [aboveFloor(found), beforeAny(ceilings, view)];
  const lies = (one: Seen): boolean =>
    (isAbove(one) && isBelow(one)) || (one.low !== null && one.high !== null && one.high >= base && one.low <= top);
  const together = increments.every((one) => one.certain && lies(one)) && increments.length > 0;
  return together && sum(increments) > top - base;
}

/**
 * Increments that all lie above a value, and together lead past the limit. A value above the limit may have been the
 * start where that is not told, but not if any increment was let in, or something lower was shown.
 */
function overflow(found: Case): boolean {
  const { view, floors, increments, ceilings } = found;
  const base = baseOf(found);
  const isAbove = aboveFloor(found);
  const lies = (one: Seen): boolean => isAbove(one) || (one.high !== null && one.high >= base);
  const { initial, limit } = view;
  must(limit !== null, 'the history has no limit');
  const admitted = [...floors, ...increments].some(({ kind }) => kind === 'increment');
  const isRaised = admitted || ceilings.some((one) => needed(one) < base);
  must(initial !== null || isRaised, 'the start value may be above the limit');
  if (base > limit) return increments.every(({ certain }) => certain);
  return increments.every((one) => one.certain && lies(one)) && base + sum(increments) > limit;
}

/** A value that no number of steps leads to, from the start or from another value. */
function offStep({ view, floors }: Case): boolean {
  if (floors.some(({ garbled }) => garbled)) return true;
  const values = floors.filter(({ kind }) => kind !== 'refused');
  const exact = values.filter((one) => shown(one) === top(one)).map(shown);
  const [base] = view.initial === null ? exact : [view.initial];
  return base !== undefined && values.some((one) => !isReached(one, base, view.step));
}

/** The last value in steps from the base that is not above what it shows must not be below it. */
const isReached = (one: Seen, base: bigint, step: bigint): boolean =>
  top(one) - modulo(top(one) - base, step) >= shown(one);

/** The highest value that an operation can have seen, or left behind. */
const top = (one: Seen): bigint => (one.kind === 'read' ? needed(one) : shown(one));

/** More was shown than all increments sent by then could make. */
function unmade({ view, others, floors, increments }: Case): boolean {
  must(!others && floors.length > 0, 'where others write too, they may have made any value');
  const level = lowest(floors);
  must(
    increments.every((one) => needed(one) >= level),
    'an increment of the witness may lie below the value shown',
  );
  const isLater = afterAny(floors, view);
  const left = remaining(view, increments).filter((one) => !isLater(one));
  return startOf(view) + sum(left) < level;
}

/** Two values lie further apart than all increments that can come between could lead; above the limit none does. */
function jump({ view, others, floors, increments, ceilings }: Case): boolean {
  const isTold = floors.length > 0 && ceilings.length > 0;
  const [level, base] = isTold ? [lowest(floors), highest(ceilings)] : [0n, 0n];
  if (isTold && view.limit !== null && level > view.limit) return base < level;
  must(!others && isTold, 'where others write too, they may have made any value');
  const lies = (one: Seen): boolean => needed(one) >= level || shown(one) <= base;
  must(increments.every(lies), 'an increment of the witness may lie between the values shown');
  const [isLater, isEarlier] = [afterAny(floors, view), beforeAny(ceilings, view)];
  const left = remaining(view, increments).filter((one) => !isLater(one) && !isEarlier(one));
  return sum(left) < level - base;
}

/** Sums of amounts that are followed up at most. */
const MOST_SUMS = 100_000;

/** A value that no choice of the increments makes: those acknowledged before it, and any that may have come by then. */
function unreachable({ view, others, floors, increments, ceilings }: Case): boolean {
  const [one, ...rest] = floors;
  if (others || one === undefined || rest.length + increments.length + ceilings.length > 0) return false;
  must(one.low !== null && one.high !== null && one.low - one.amount === one.high, 'it shows no single value');
  const before = remaining(view, [one]).filter((other) => other.certain && isBefore(other, one, view));
  const open = remaining(view, [one, ...before]).filter((other) => !isBefore(one, other, view));
  const amounts = open.map(({ amount }) => amount).sort((a, b) => (a < b ? -1 : 1));
  return !sumsOf(startOf(view) + sum(before), amounts).has(one.high);
}

/** What a number may come to, by any choice of some amounts; they are given in order. */
function sumsOf(start: bigint, amounts: readonly bigint[]): ReadonlySet<bigint> {
  const sums = new Set([start]);
  let last: bigint | null = null;
  let newest: readonly bigint[] = [];
  for (const amount of amounts) {
    // The same amount once more leads on only from where it led the last time.
    const from: readonly bigint[] = amount === last ? newest : [...sums];
    newest = from.map((value) => value + amount).filter((value) => !sums.has(value));
    for (const value of newest) sums.add(value);
    must(sums.size <= MOST_SUMS, 'there are too many sums to follow up');
    last = amount;
  }
  return sums;
}

const modulo = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;
