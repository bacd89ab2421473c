import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { perOf, wholeLimit } from './limit.ts';
import { usedShown } from './shown.ts';
import { setAmid, timesOf } from './times.ts';
import { granted, groupedBy, phaseOfAll, wasSent } from './writes.ts';

/**
 * CP104, of a stock CP106: so much was read as used ahead of all writes on a key, or of those of a round that a setup
 * began, that there was no room for all that were admitted after it. Said only where the number is to move by one with
 * each that is admitted and every look at it told how much was used: of a later round the limit may be another one.
 */
export function filled(header: HistoryHeader, operations: readonly Operation[]): readonly ObjectFinding[] {
  const limit = wholeLimit(header);
  if (limit === null || perOf(header)?.kind !== 'round' || operations.some(isOther)) return [];
  const times = timesOf(header, operations);
  const isSetAmid = setAmid(header, operations);
  const placeOf = ({ key, round }: Operation): string => JSON.stringify([key, round]);
  const sent = operations.filter(wasSent);
  const byRound = groupedBy(sent, placeOf);
  const begun = firstOf(sent, header.setup ? placeOf : ({ key }) => key, times.earliest);
  const bases = groupedBy(
    operations.filter((one) => isBase(one) && !isSetAmid(one.key)),
    placeOf,
  );
  return [...bases].flatMap(([place, looks]): readonly ObjectFinding[] => {
    const [{ key }] = looks as readonly [Operation];
    const first = begun.get(header.setup ? place : key) ?? Number.POSITIVE_INFINITY;
    const isAhead = ({ read }: Told): boolean => times.latest(read) < first;
    const told = looks.map((read) => ({ read, used: usedAt(header, read, limit) })).filter(isTold);
    const [one, ...others] = told.filter(isAhead);
    if (one === undefined || told.length < looks.length) return [];
    const least = others.reduce((a, b) => (b.used < a.used ? b : a), one);
    // A look that may have come later, and shows less, may show that the limit has turned.
    if (told.some(({ used }) => used < least.used)) return [];
    const admitted = granted(byRound.get(place) ?? []);
    const extra = least.used + BigInt(admitted.length) - limit;
    return extra > 0n ? [findingOf(header, limit, least, admitted, Number(extra))] : [];
  });
}

/** When the first write of each place was sent. */
function firstOf(
  writes: readonly Operation[],
  place: (one: Operation) => string,
  earliest: (one: Operation) => number,
): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const one of writes) {
    const at = place(one);
    first.set(at, Math.min(earliest(one), first.get(at) ?? Number.POSITIVE_INFINITY));
  }
  return first;
}

interface Told {
  readonly read: Operation;
  readonly used: bigint;
}

const isTold = (one: { readonly read: Operation; readonly used: bigint | null }): one is Told => one.used !== null;

/** Something is given back, or is one of several things: what is used is no count of what was admitted. */
const isOther = ({ f, items, amount }: Operation): boolean =>
  f === 'release' || items !== undefined || amount !== undefined;

const isBase = ({ f, phaseIndex, outcome }: Operation): boolean => f === 'read' && phaseIndex < 0 && outcome === 'ok';

/** What a number says is used, within the limit: more is no word on this limit. */
function usedAt(header: HistoryHeader, read: Operation, limit: bigint): bigint | null {
  const used = usedShown(header, read, limit);
  return used === null || used > limit ? null : used;
}

function findingOf(
  { object }: HistoryHeader,
  limit: bigint,
  { read, used }: Told,
  admitted: readonly Operation[],
  extra: number,
): ObjectFinding {
  const were = `${plural(admitted.length, 'write')} sent after that ${admitted.length === 1 ? 'was' : 'were'} admitted`;
  return {
    code: object === 'reservation' ? 'CP106' : 'CP104',
    round: read.round,
    phaseIndex: phaseOfAll(admitted),
    count: { min: extra, max: extra },
    message: `Of the limit of ${limit} ${used} had been used ahead of the first write, and ${were}: ${extra} too many`,
    argument: `#${read.id} was complete before any of them was sent, and shows ${read.value}: with ${admitted.length} more the limit of ${limit} is passed.`,
    witness: [read, ...admitted.slice(0, MAX_WITNESS - 1)],
    proof: { form: 'filled', read: read.id },
  };
}
