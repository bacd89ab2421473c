import { compare, type Decimal, parseDecimal, subtract } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import type { PhaseRun, RoundRun } from './rounds.ts';

/** Reads that went to and fro between numbers which each stand still, or only rise. */
export interface Turns {
  /** In order, with no write of ours under way. */
  readonly reads: readonly Operation[];
  /** How many such numbers. */
  readonly numbers: number;
}

interface Seen {
  readonly read: Operation;
  readonly value: Decimal;
}

const MAX_NUMBERS = 16;
/** A number that stood so many reads at the end, and twice as long as any before it, has come to rest. */
const AT_REST = 4;

/**
 * What shows that several backends answer a reading in turn, in some stretch of a round without writes; null: nothing.
 * `isRight`: the number that a read shows is just what the writes make.
 */
export function turnsIn(
  round: RoundRun,
  reading: string,
  step: Decimal,
  isRight: (read: Operation) => boolean,
): Turns | null {
  const before = round.before.filter(({ role }) => role !== 'during');
  const stretches = [before, ...round.phases.map(afterWrites)];
  for (const stretch of stretches) {
    const turns = turnsOf(
      stretch.filter((read) => read.reading === reading),
      step,
      isRight,
    );
    if (turns !== null) return turns;
  }
  return null;
}

function afterWrites({ writes, reads }: PhaseRun): readonly Operation[] {
  const over = writes.reduce((last, { complete, ended }) => Math.max(last, complete ?? ended ?? 0), 0);
  return reads.filter(({ role, invoke }) => role !== 'during' && invoke >= over);
}

/** null as well where they end, for good, at the number that is furthest on: a replica that was late. */
function turnsOf(reads: readonly Operation[], step: Decimal, isRight: (read: Operation) => boolean): Turns | null {
  const seen = reads.flatMap((read): readonly Seen[] => {
    const value = read.outcome === 'ok' ? parseDecimal(read.value ?? '') : null;
    return value === null ? [] : [{ read, value }];
  });
  const sorted = seen.map(({ value }) => value).sort(compare);
  const values = sorted.filter((value, i) => i === 0 || compare(value, sorted[i - 1] as Decimal) !== 0);
  for (let numbers = 2; numbers <= Math.min(values.length, MAX_NUMBERS); numbers += 1) {
    const low = lowEnds(values, numbers);
    const groupOf = ({ value }: Seen): number => low.filter((end) => compare(value, end) >= 0).length;
    const runs = runsOf(seen, groupOf);
    if (!takeTurns(runs, numbers) || !onlyRise(seen, groupOf, step)) continue;
    const last = seen.at(-1);
    const isFurthest = runs.at(-1)?.group === (sign(step) < 0 ? 0 : numbers - 1);
    const isDone = isFurthest && (cameToRest(runs) || (last !== undefined && isRight(last.read)));
    return isDone ? null : { reads: seen.map(({ read }) => read), numbers };
  }
  return null;
}

/** Cuts sorted values into groups at the widest gaps between them; where each group but the first begins. */
function lowEnds(values: readonly Decimal[], groups: number): readonly Decimal[] {
  const gaps = values.slice(1).map((value, i) => ({ value, gap: subtract(value, values[i] as Decimal) }));
  const widest = gaps.sort((a, b) => compare(b.gap, a.gap)).slice(0, groups - 1);
  return widest.map(({ value }) => value);
}

interface Run {
  readonly group: number;
  readonly length: number;
}

function runsOf(seen: readonly Seen[], groupOf: (one: Seen) => number): readonly Run[] {
  const runs: { group: number; length: number }[] = [];
  for (const one of seen) {
    const group = groupOf(one);
    const open = runs.at(-1);
    if (open?.group === group) open.length += 1;
    else runs.push({ group, length: 1 });
  }
  return runs;
}

/** At least two come back after another was seen, and all but one at most do. */
function takeTurns(runs: readonly Run[], numbers: number): boolean {
  const times = new Map<number, number>();
  for (const { group } of runs) times.set(group, (times.get(group) ?? 0) + 1);
  const back = [...times.values()].filter((n) => n > 1).length;
  return back >= Math.max(2, numbers - 1);
}

/** Each group by itself never goes against the direction of the writes. */
function onlyRise(seen: readonly Seen[], groupOf: (one: Seen) => number, step: Decimal): boolean {
  const last = new Map<number, Decimal>();
  return seen.every((one) => {
    const before = last.get(groupOf(one));
    last.set(groupOf(one), one.value);
    return before === undefined || compare(one.value, before) * sign(step) >= 0;
  });
}

/** How long it stood before it first went elsewhere does not tell how long a turn is. */
function cameToRest(runs: readonly Run[]): boolean {
  const longest = runs.slice(1, -1).reduce((n, { length }) => Math.max(n, length), 0);
  return (runs.at(-1)?.length ?? 0) >= Math.max(AT_REST, 2 * longest);
}

const sign = (step: Decimal): number => (step.unscaled < 0n ? -1 : 1);
