import { parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { usedShown } from './shown.ts';
import { groupedBy, isAcknowledged } from './writes.ts';

/** How much of a limit was used up ahead of a round, at most: of one key, or, left out, of all keys that were looked at. */
export type UsedBefore = (round: number, key?: string) => bigint;

/**
 * Of a key nothing where no number was looked for; where one was read, what it shows, taken for what is used or, where
 * writes make it fall, for what is left; and all of it, where nobody knows, for every look at it failed.
 */
export function usedBefore(
  header: Pick<HistoryHeader, 'step' | 'expect'>,
  operations: readonly Operation[],
  limit: bigint,
): UsedBefore {
  const falls = fallingIn(header);
  const byRound = new Map<number, ReadonlyMap<string, bigint>>();
  for (const [round, looks] of groupedBy(operations.filter(isAhead), ({ round }) => round)) {
    const byKey = groupedBy(looks, ({ key }) => key);
    byRound.set(round, new Map([...byKey].map(([key, own]) => [key, mostOf(own, limit, falls)])));
  }
  return (round, key) => {
    const used = byRound.get(round) ?? new Map<string, bigint>();
    return key !== undefined ? (used.get(key) ?? 0n) : [...used.values()].reduce((all, one) => all + one, 0n);
  };
}

const isAhead = ({ f, phaseIndex }: Operation): boolean => f === 'read' && phaseIndex < 0;

function mostOf(looks: readonly Operation[], limit: bigint, falls: (reading: string | null) => boolean): bigint {
  const told = looks.filter(({ outcome }) => outcome === 'ok');
  if (told.length === 0) return limit;
  let most = 0n;
  for (const { value, reading } of told) {
    const read = parseDecimal(value ?? '');
    const isNone = read === null || read.scale > 0 || read.unscaled < 0n;
    const used = isNone ? limit : usedAt(read.unscaled, limit, falls(reading));
    if (used > most) most = used;
  }
  return most;
}

/** Whether a counted write makes what a reading shows fall: then it is what is left. */
function fallingIn({ step, expect }: Pick<HistoryHeader, 'step' | 'expect'>): (reading: string | null) => boolean {
  const own = new Map(expect.readings.map((one) => [one.reading, one.step]));
  return (reading) => ((reading === null ? undefined : own.get(reading)) ?? step).startsWith('-');
}

/** More than the limit, used or left, is no word on this limit: all of it may be used. */
function usedAt(shown: bigint, limit: bigint, falls: boolean): bigint {
  if (shown > limit) return limit;
  return falls ? limit - shown : shown;
}

/**
 * Whether all of the limit may have been used ahead of the run when a write came, where nothing sets its key anew: no
 * round of its key up to its own lets anybody through, and a later one does, or another key. Not where numbers showed that
 * some was left.
 */
export function usedUpAtFirst(
  header: Pick<HistoryHeader, 'setup' | 'limitPer' | 'step' | 'expect' | 'readingInfo'>,
  operations: readonly Operation[],
  limit: bigint,
): (one: Operation) => boolean {
  const { setup, limitPer } = header;
  if (setup || limitPer === 'phase') return () => false;
  const isOfEach = limitPer === 'identity';
  const place = ({ key, identity = 0 }: Operation): string => (isOfEach ? `${identity} ${key}` : key);
  const first = new Map<string, number>();
  const keys = new Set<string>();
  for (const write of operations.filter(isAcknowledged)) {
    const at = place(write);
    keys.add(write.key);
    first.set(at, Math.min(write.round, first.get(at) ?? write.round));
  }
  const left = isOfEach ? new Set<string>() : roomSeen(header, operations, limit);
  // Where others of its key were let in, it is no other's use that kept one identity out.
  const isShut = ({ key }: Operation): boolean => keys.size > 0 && !keys.has(key);
  const firstOf = (one: Operation): number => first.get(place(one)) ?? (isShut(one) ? Number.POSITIVE_INFINITY : 0);
  return (one) => one.round < firstOf(one) && !left.has(roundOf(one));
}

/** Rounds and keys ahead of which every number showed that some of the limit was left. */
function roomSeen(
  header: Pick<HistoryHeader, 'step' | 'expect' | 'readingInfo'>,
  operations: readonly Operation[],
  limit: bigint,
): ReadonlySet<string> {
  const looks = groupedBy(
    operations.filter((one) => isAhead(one) && one.outcome === 'ok'),
    roundOf,
  );
  const isRoom = (read: Operation): boolean => {
    const used = usedShown(header, read, limit);
    return used !== null && used < limit;
  };
  return new Set([...looks].flatMap(([at, own]) => (own.every(isRoom) ? [at] : [])));
}

const roundOf = ({ round, key }: Operation): string => JSON.stringify([round, key]);
