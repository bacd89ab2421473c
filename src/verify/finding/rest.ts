import type { Decimal } from '../../history/decimal.ts';
import { parseDecimal } from '../../history/decimal.ts';
import { isSettle } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { isCounting, mustKnowReadings } from './counting.ts';
import { decimalOf } from './numbers.ts';
import { operationOf, operationsOn, type Saved } from './saved.ts';

/** Where a way begins: a read, or the value that the history tells. */
export interface Base {
  readonly read: Operation | null;
  readonly value: Decimal;
}

/** A number that a reading came to rest at; `isLess`: to show that it is too low. */
export function restOf(saved: Saved, id: number, reading: string, isLess = false): Operation {
  const read = operationOf(saved, id);
  mustKnowReadings(saved, reading, read, isLess);
  must(isRest(saved, read, reading), `operation ${id} is no reading of ${reading} at rest`);
  must(
    !isSetAnewBy(saved, read),
    `a later round had begun before operation ${id} was over: its setup may have come first`,
  );
  return read;
}

/** Of one machine; where several set a key anew no number tells whose setup it follows. */
function isSetAnewBy(saved: Saved, { key, machine, round, invoke, complete }: Operation): boolean {
  if (!saved.header.setup) return false;
  const begun = begunAfter(saved, JSON.stringify([key, machine ?? null])).get(round);
  return begun !== undefined && begun < (complete ?? invoke);
}

/** Of each round on a key, when the first of all later ones was sent. */
const begunAfter = once((saved: Saved, name: string): ReadonlyMap<number, number> => {
  const [key, machine] = JSON.parse(name) as [string, string | null];
  const first = new Map<number, number>();
  for (const one of operationsOn(saved, key))
    if ((one.machine ?? null) === machine)
      first.set(one.round, Math.min(one.invoke, first.get(one.round) ?? one.invoke));
  const begun = new Map<number, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const [round, at] of [...first].sort(([a], [b]) => b - a)) {
    begun.set(round, least);
    least = Math.min(least, at);
  }
  return begun;
});

function isRest(saved: Saved, read: Operation, reading: string): boolean {
  if (read.f !== 'read' || read.reading !== reading || read.role === 'during') return false;
  if (read.outcome !== 'ok' || read.value === null || parseDecimal(read.value) === null) return false;
  if (read.phaseIndex >= 0 && !wasSeenToStand(saved, read)) return false;
  return !moving(saved, reading).has(`${read.round} ${read.phaseIndex}`);
}

/** Rounds and phases after which a reading was still moving. */
const moving = once(
  (saved: Saved, reading: string): ReadonlySet<string> =>
    new Set(
      saved.marks.flatMap((mark) =>
        isSettle(mark) && mark.moving && mark.reading === reading ? [`${mark.round} ${mark.phaseIndex}`] : [],
      ),
    ),
);

/** Read to the end of its phase; or, where the last readings of it had no answer, the same for the whole settling time. */
function wasSeenToStand(saved: Saved, read: Operation): boolean {
  const reads = readsAfter(saved, '').get(placeOf(read)) ?? [];
  if (reads.at(-1)?.outcome === 'ok') return true;
  const answered = reads.filter(({ outcome }) => outcome === 'ok');
  const other = answered.findLastIndex(({ value }) => value !== answered.at(-1)?.value);
  const [first, ...more] = answered.slice(other + 1);
  const last = more.at(-1);
  if (first === undefined || last === undefined) return false;
  return read.value === first.value && last.invoke - (first.complete ?? first.invoke) >= saved.header.settleMs * 1e6;
}

/** The readings after each phase, in the order of time. */
const readsAfter = once((saved: Saved): ReadonlyMap<string, readonly Operation[]> => {
  const byPlace = new Map<string, Operation[]>();
  for (const read of saved.operations) {
    if (read.f !== 'read' || read.role === 'during' || read.phaseIndex < 0) continue;
    const place = placeOf(read);
    const reads = byPlace.get(place);
    if (reads) reads.push(read);
    else byPlace.set(place, [read]);
  }
  for (const reads of byPlace.values()) reads.sort((a, b) => a.invoke - b.invoke || a.id - b.id);
  return byPlace;
});

const placeOf = ({ reading, role, round, phaseIndex }: Operation): string =>
  JSON.stringify([reading, role, round, phaseIndex]);

/** Numbers at rest of the counter that a read is of, in the order of time, as far as nothing sets it anew. */
export function restsOf(saved: Saved, { key, round }: Operation, reading: string): readonly Operation[] {
  const { byRound, last } = runsOf(saved, JSON.stringify([key, reading]));
  return byRound.get(round) ?? (saved.header.setup ? [] : last);
}

/**
 * Every number that a reading showed of the counter that a read is of, at rest or not, in the order of the history; of
 * every round that no setup sets anew, for one that seems to begin anew may begin with an old number.
 */
export function shownOf(saved: Saved, { key, round }: Operation, reading: string): readonly Operation[] {
  return operationsOn(saved, key).filter(
    (one) =>
      one.f === 'read' &&
      one.reading === reading &&
      one.outcome === 'ok' &&
      parseDecimal(one.value ?? '') !== null &&
      (!saved.header.setup || one.round === round),
  );
}

/**
 * The very first number at rest of a counter that nothing is said to set anew, where the rounds of a read seem to begin
 * anew and may have begun with an old number; null where they go on from it, or a second look ahead showed the same.
 */
export function firstRestOf(saved: Saved, read: Operation, reading: string): Operation | null {
  if (saved.header.setup) return null;
  const { byRound } = runsOf(saved, JSON.stringify([read.key, reading]));
  const [first, ...others] = new Set(byRound.values());
  const isSeenTwice = (run: readonly Operation[]): boolean =>
    run.filter(({ phaseIndex, round }) => phaseIndex < 0 && round === run[0]?.round).length > 1;
  return first === undefined || first === byRound.get(read.round) || others.some(isSeenTwice)
    ? null
    : (first[0] ?? null);
}

/** The last number at rest of a counter, of all its rounds. */
export function lastRestOf(saved: Saved, { key }: Operation, reading: string): Operation | null {
  const { byRound } = runsOf(saved, JSON.stringify([key, reading]));
  return [...byRound.values()].at(-1)?.at(-1) ?? null;
}

/** Whether a round may be one of those that go on from one another with that of a read: for certain, or nobody knows. */
export function mayGoOn(saved: Saved, { key, round }: Operation, reading: string): (other: number) => boolean {
  const { byRound } = runsOf(saved, JSON.stringify([key, reading]));
  const own = byRound.get(round);
  if (saved.header.setup) return (other) => other === round;
  return (other) => !byRound.has(other) || byRound.get(other) === own;
}

/** The numbers at rest of the rounds that go on from one another. */
interface Runs {
  readonly byRound: ReadonlyMap<number, readonly Operation[]>;
  readonly last: readonly Operation[];
}

const runsOf = once((saved: Saved, name: string): Runs => {
  const [key, reading] = JSON.parse(name) as [string, string];
  const rests = operationsOn(saved, key)
    .filter((read) => isRest(saved, read, reading))
    .sort((a, b) => a.invoke - b.invoke || a.id - b.id);
  const byRound = new Map<number, Operation[]>();
  let last: Operation[] = [];
  for (const rounds of roundsTogether(saved, rests)) {
    last = [];
    for (const round of rounds) byRound.set(round, last);
  }
  for (const read of rests) byRound.get(read.round)?.push(read);
  return { byRound, last };
});

/** Unless a setup sets the number anew, or a round begins where the first one began, and the one before did not end there. */
function roundsTogether({ header }: Saved, rests: readonly Operation[]): readonly (readonly number[])[] {
  const [firsts, lasts] = [new Map<number, string | null>(), new Map<number, string | null>()];
  for (const { round, value } of rests) {
    if (!firsts.has(round)) firsts.set(round, value);
    lasts.set(round, value);
  }
  const runs: number[][] = [];
  let start: string | null = null;
  for (const [round, first] of [...firsts].sort(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    const isBack = first === start && lasts.get(run?.at(-1) ?? round) !== start;
    if (run !== undefined && !header.setup && !isBack) {
      run.push(round);
    } else {
      start = first;
      runs.push([round]);
    }
  }
  return runs;
}

/** `from` null: the value ahead of the first write of the counter, which the header must tell. */
export function baseOf(saved: Saved, from: number | null, reading: string, to: Operation, isLess = false): Base {
  if (from === null) {
    must(saved.header.initial !== null, 'the history does not tell the start value');
    must(!isCounting(saved, reading), 'whether a look shows what it adds is told by another look alone');
    const first = restsOf(saved, to, reading)[0] ?? to;
    must(
      saved.header.setup || firstRoundOf(saved, to.key) >= first.round,
      'the start value is that of an earlier round',
    );
    return { read: null, value: decimalOf(saved.header.initial, 'the start value') };
  }
  const read = restOf(saved, from, reading, isLess);
  must(read.key === to.key, `operations ${read.id} and ${to.id} are not of one key`);
  must(
    read.round === to.round || restsOf(saved, to, reading).includes(read),
    `operation ${from} is of another counter`,
  );
  must(read.invoke < to.invoke, `operation ${from} does not come before operation ${to.id}`);
  return { read, value: decimalOf(read.value, `operation ${from}`) };
}

/** Whether no round of its counter comes before that of a read. */
export const isFirstOf = (saved: Saved, { key, round }: Operation): boolean =>
  saved.header.setup || firstRoundOf(saved, key) === round;

const firstRoundOf = once((saved: Saved, key: string): number =>
  operationsOn(saved, key).reduce((first, { round }) => Math.min(first, round), Number.POSITIVE_INFINITY),
);
