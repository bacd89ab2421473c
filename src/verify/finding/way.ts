import { add, type Decimal, subtract, times } from '../../history/decimal.ts';
import type { ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { countWhile } from './in-order.ts';
import { effective, type Intent, isOne, isOneBy } from './intents.ts';
import { doneOf, intentsOn, nearTo } from './near.ts';
import { decimalOf, isNegative, negated, sizeOf, ZERO } from './numbers.ts';
import type { Base } from './rest.ts';
import { comesBefore, precedes, type Saved } from './saved.ts';

/** What moved a number, from one place at rest to another. Distances are counted in the direction of the writes. */
export interface Way {
  readonly rise: Decimal;
  readonly step: Decimal;
  /** What the writes that count for certain, and lie between for certain, make together. */
  readonly least: Decimal;
  /** And with all that may count or may lie between. */
  readonly most: Decimal;
  /** And with all that were refused. */
  readonly mostWithRefused: Decimal;
  /** And with every attempt counted by itself. */
  readonly mostWithRepeats: Decimal;
  /** What those of unknown fate make of `most`, and those whose place is not certain. */
  readonly open: Decimal;
  readonly intents: readonly Intent[];
  /** How many may or may not have had their effect between, for want of an answer. */
  readonly unsure: number;
  /** Whether some that was refused may have had one. */
  readonly hasRefused: boolean;
}

export function wayOf(saved: Saved, expectation: ReadingExpectation, base: Base, to: Operation): Way {
  const text = expectation.step ?? saved.header.step;
  const signed = decimalOf(text, 'the step');
  const counted = countedBy(saved, expectation);
  const all = nearTo(saved, base, to);
  const near = all.filter((intent) => mayLieBetween(saved, intent, base, to));
  const own = (intents: readonly Intent[]): Decimal => sumOf(intents, text);
  const certain = near.filter((intent) => isOne(intent, counted) && liesBetween(saved, intent, counted, base, to));
  const isPossible = (intent: Intent): boolean => isOne(intent, counted) || intent.comes === 'maybe';
  const possible = near.filter(isPossible);
  const [isSure, isCounted] = [new Set(certain), new Set(possible)];
  const refused = all.filter((intent) => !isCounted.has(intent) && mayHaveSlippedIn(saved, intent, base, to));
  const repeats = [...possible, ...refused].flatMap(({ attempts }) =>
    attempts.slice(1).map((attempt) => ({ attempts: [attempt], comes: 'yes' as const })),
  );
  const [least, most] = [own(certain), own(possible)];
  const mostWithRefused = add(most, own(refused));
  return {
    rise: riseTo(saved, expectation, base, to),
    ...{ step: sizeOf(signed), least, most, mostWithRefused },
    mostWithRepeats: add(mostWithRefused, own(repeats)),
    open: subtract(most, least),
    intents: near,
    unsure: near.filter((one) => !isSure.has(one) && one.attempts.some(({ counts }) => counts === 'unknown')).length,
    hasRefused: refused.length > 0,
  };
}

/** The distance alone. */
export function riseTo({ header }: Saved, { step }: ReadingExpectation, base: Base, to: Operation): Decimal {
  const distance = subtract(decimalOf(to.value, `operation ${to.id}`), base.value);
  return isNegative(decimalOf(step ?? header.step, 'the step')) ? negated(distance) : distance;
}

/**
 * `least` of the way from one base to any later number that goes on from `to`, without looking at every write anew for
 * each of them: where the write was complete is summed up once, for each machine that reads.
 */
export function leastFrom(
  saved: Saved,
  expectation: ReadingExpectation,
  base: Base,
  to: Operation,
): (later: Operation) => Decimal {
  const text = expectation.step ?? saved.header.step;
  const counted = countedBy(saved, expectation);
  const after = intentsOn(saved, to.key).filter((intent) => isOne(intent, counted) && isAfter(saved, intent, base, to));
  const known = new Map<string | undefined, Sums>();
  return ({ machine, invoke }) => {
    const sums = known.get(machine) ?? sumsOf(saved, after, text, machine);
    known.set(machine, sums);
    return sums.made[countWhile(sums.done, (ns) => ns < invoke)] as Decimal;
  };
}

/** When each of some intents was complete as a machine sees it, in order; and what the first n of them make together. */
interface Sums {
  readonly done: readonly number[];
  readonly made: readonly Decimal[];
}

function sumsOf({ header }: Saved, intents: readonly Intent[], text: string, machine: string | undefined): Sums {
  const lateNs = (one: Operation): number => (one.machine === machine ? 0 : 2 * header.clock.errorNs);
  const all = intents.map((intent) => ({ intent, ns: doneOf(intent, lateNs) })).sort((a, b) => compareNs(a.ns, b.ns));
  const made = [ZERO];
  for (const { intent } of all) made.push(add(made.at(-1) as Decimal, sumOf([intent], text)));
  return { done: all.map(({ ns }) => ns), made };
}

/** What the writes make that count for certain, of some rounds, and may have been done before a number was read. */
export function madeBefore(
  saved: Saved,
  expectation: ReadingExpectation,
  read: Operation,
  isOf: (round: number) => boolean,
): Decimal {
  const counted = countedBy(saved, expectation);
  const before = intentsOn(saved, read.key).filter(
    (intent) =>
      isOne(intent, counted) &&
      effective(intent).every((one) => isOf(one.round)) &&
      effective(intent).some((one) => one.outcome !== 'info' && comesBefore(saved, one, read)),
  );
  return sumOf(before, expectation.step ?? saved.header.step);
}

/** Infinity less Infinity is no number. */
const compareNs = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Amounts of the first attempts; the same text is read once. */
function sumOf(intents: readonly Intent[], step: string): Decimal {
  const counts = new Map<string, number>();
  for (const { attempts } of intents) {
    const text = attempts[0]?.amount ?? step;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, n]) => times(sizeOf(decimalOf(text, 'an amount')), BigInt(n))).reduce(add, ZERO);
}

/** The name of the writes that move a reading. */
function countedBy({ header }: Saved, { risesBy }: ReadingExpectation): string {
  const isName = risesBy !== null && !/^-?\d/.test(risesBy) && !header.readings.includes(risesBy);
  return isName ? risesBy : 'acknowledged';
}

/** It began after the one number was read, and the answer that makes it count was there before the other was. */
const liesBetween = (saved: Saved, intent: Intent, counted: string, base: Base, to: Operation): boolean =>
  isAfter(saved, intent, base, to) &&
  intent.attempts.some((one) => one.outcome !== 'info' && isOneBy(one, counted) && precedes(saved, one, to));

const isAfter = (saved: Saved, intent: Intent, { read }: Base, to: Operation): boolean =>
  effective(intent).every((one) => (read === null ? isOwn(saved, one, to) : comesBefore(saved, read, one)));

/** Unless it was acknowledged before the one number was read, or sent after the other was. */
function mayLieBetween(saved: Saved, intent: Intent, { read }: Base, to: Operation): boolean {
  const attempts = effective(intent);
  if (attempts.every((one) => comesBefore(saved, to, one))) return false;
  if (read === null) return attempts.some((one) => isOwn(saved, one, to)) || intent.comes === 'maybe';
  // What was refused, and yet applied, was applied before it was answered, as far as anybody can say.
  return !attempts.some((one) => one.outcome !== 'info' && comesBefore(saved, one, read)) || intent.comes === 'maybe';
}

/** An attempt that was refused, of an intent that has no other effect between the two numbers, may have had one there. */
const mayHaveSlippedIn = (saved: Saved, { attempts }: Intent, { read }: Base, to: Operation): boolean =>
  attempts.some(
    (one) =>
      one.counts === 'rejected' &&
      !comesBefore(saved, to, one) &&
      (read === null ? isOwn(saved, one, to) : !comesBefore(saved, one, read)),
  );

/** Of the round that a setup began, or of the whole history. */
const isOwn = ({ header }: Saved, one: Operation, to: Operation): boolean => !header.setup || one.round === to.round;
