import type { Decimal } from '../../history/decimal.ts';
import { parseDecimal } from '../../history/decimal.ts';
import { isSettle } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { decimalOf } from './numbers.ts';
import { operationOf, type Saved } from './saved.ts';

/** Where a way begins: a read, or the value that the history tells. */
export interface Base {
  readonly read: Operation | null;
  readonly value: Decimal;
}

/** A number that a reading came to rest at. */
export function restOf(saved: Saved, id: number, reading: string): Operation {
  const read = operationOf(saved, id);
  must(isRest(saved, read, reading), `operation ${id} is no reading of ${reading} at rest`);
  return read;
}

function isRest(saved: Saved, read: Operation, reading: string): boolean {
  if (read.f !== 'read' || read.reading !== reading || read.role === 'during') return false;
  if (read.outcome !== 'ok' || read.value === null || parseDecimal(read.value) === null) return false;
  if (read.phaseIndex >= 0 && !wasSeenToStand(saved, read)) return false;
  return !saved.marks.some(
    (mark) =>
      isSettle(mark) &&
      mark.moving &&
      mark.reading === reading &&
      mark.round === read.round &&
      mark.phaseIndex === read.phaseIndex,
  );
}

/** Read to the end of its phase; or, where the last readings of it had no answer, the same for the whole settling time. */
function wasSeenToStand(saved: Saved, read: Operation): boolean {
  const reads = readsAfter(saved).get(placeOf(read)) ?? [];
  if (reads.at(-1)?.outcome === 'ok') return true;
  const answered = reads.filter(({ outcome }) => outcome === 'ok');
  const other = answered.findLastIndex(({ value }) => value !== answered.at(-1)?.value);
  const [first, ...more] = answered.slice(other + 1);
  const last = more.at(-1);
  if (first === undefined || last === undefined) return false;
  return read.value === first.value && last.invoke - (first.complete ?? first.invoke) >= saved.header.settleMs * 1e6;
}

const byHistory = new WeakMap<Saved, ReadonlyMap<string, readonly Operation[]>>();

/** The readings after each phase, in the order of time. */
function readsAfter(saved: Saved): ReadonlyMap<string, readonly Operation[]> {
  const known = byHistory.get(saved);
  if (known !== undefined) return known;
  const byPlace = new Map<string, Operation[]>();
  for (const read of saved.operations) {
    if (read.f !== 'read' || read.role === 'during' || read.phaseIndex < 0) continue;
    const place = placeOf(read);
    const reads = byPlace.get(place);
    if (reads) reads.push(read);
    else byPlace.set(place, [read]);
  }
  for (const reads of byPlace.values()) reads.sort((a, b) => a.invoke - b.invoke || a.id - b.id);
  byHistory.set(saved, byPlace);
  return byPlace;
}

const placeOf = ({ reading, role, round, phaseIndex }: Operation): string =>
  JSON.stringify([reading, role, round, phaseIndex]);

/** Numbers at rest of the counter that a read is of, in the order of time, as far as nothing sets it anew. */
export function restsOf(saved: Saved, { key, round }: Operation, reading: string): readonly Operation[] {
  const rests = saved.operations
    .filter((read) => read.key === key && isRest(saved, read, reading))
    .sort((a, b) => a.invoke - b.invoke || a.id - b.id);
  const rounds = roundsTogether(saved, rests, round);
  return rests.filter((read) => rounds.has(read.round));
}

/** Rounds that go on from one another: unless a setup sets the number anew, or a round begins where the first one began. */
function roundsTogether({ header }: Saved, rests: readonly Operation[], round: number): ReadonlySet<number> {
  if (header.setup) return new Set([round]);
  const firsts = new Map<number, string | null>();
  for (const read of rests) if (!firsts.has(read.round)) firsts.set(read.round, read.value);
  let together: number[] = [];
  let start: string | null = null;
  for (const [one, first] of [...firsts].sort(([a], [b]) => a - b)) {
    if (together.length > 0 && first === start) {
      if (together.includes(round)) break;
      together = [];
    }
    if (together.length === 0) start = first;
    together.push(one);
  }
  return new Set(together);
}

/** `from` null: the value ahead of the first write of the counter, which the header must tell. */
export function baseOf(saved: Saved, from: number | null, reading: string, to: Operation): Base {
  if (from === null) {
    must(saved.header.initial !== null, 'the history does not tell the start value');
    const first = restsOf(saved, to, reading)[0] ?? to;
    const earlier = saved.operations.some((one) => one.key === to.key && one.round < first.round);
    must(saved.header.setup || !earlier, 'the start value is that of an earlier round');
    return { read: null, value: decimalOf(saved.header.initial, 'the start value') };
  }
  const read = restOf(saved, from, reading);
  must(read.key === to.key, `operations ${read.id} and ${to.id} are not of one key`);
  must(
    read.round === to.round || restsOf(saved, to, reading).includes(read),
    `operation ${from} is of another counter`,
  );
  must(read.invoke < to.invoke, `operation ${from} does not come before operation ${to.id}`);
  return { read, value: decimalOf(read.value, `operation ${from}`) };
}
