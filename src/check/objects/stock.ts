import type { HistoryHeader, PhaseKind } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { aheadOf } from './ahead.ts';
import { perOf, wholeLimit } from './limit.ts';
import { isRelease, unitsOf } from './things.ts';
import { machinesOf, setAmid, type Times, timesOf } from './times.ts';
import { usedUpAtFirst } from './used.ts';
import { coarseness } from './window.ts';
import { granted, groupedBy, isAcknowledged, isUnheard, mayCount, wasSent } from './writes.ts';

/** A unit of a thing that is held for certain, from its grant on until it may have been given back or have expired. */
export interface Hold {
  readonly by: Operation;
  readonly units: bigint;
  readonly from: number;
  readonly until: number;
  /** Sent by then, or not yet; it may be held from here on. */
  readonly mayBeFrom: number;
  /** Given back or expired by then for certain; Infinity where nobody knows. */
  readonly mayBeUntil: number;
}

/** The writes that may share one stock: of a round, or a phase, or an identity. */
export interface Stock {
  readonly limit: bigint;
  readonly times: Times;
  readonly round: number;
  readonly reserves: readonly Operation[];
  readonly releases: readonly Operation[];
  /** Holds end by themselves; in nanoseconds, or null. */
  readonly leaseNs: number | null;
  /** Between two of them something else was done, or time given, that may have ended holds which nobody recorded. */
  readonly segmentOf: (write: Operation) => number;
  /** How many units of a thing may have been held ahead of the first write, by earlier rounds or by what was read. */
  readonly aheadOf: (thing: string) => bigint;
  /** Whether what was refused may have been sold ahead of the run. */
  readonly isSoldAtFirst: (refused: Operation) => boolean;
}

/**
 * One stock for each scope of a history. A header without a limit means one of everything, unless it has its own word on
 * how many writes are to be granted: then there is no stock to judge by.
 */
export function stocksOf(header: HistoryHeader, operations: readonly Operation[]): readonly Stock[] {
  if (header.limit === null && (header.expect.counts ?? []).length > 0) return [];
  const [limit, per] = [wholeLimit({ limit: header.limit ?? '1' }), perOf(header)];
  if (limit === null || per === null) return [];
  const times = timesOf(header, operations);
  const isAtFirst = usedUpAtFirst(header, operations, limit);
  const isSetAmid = setAmid(header, operations);
  const scopes = groupedBy(
    operations.filter((one) => wasSent(one) && (one.f === 'reserve' || isRelease(one)) && !isSetAmid(one.key)),
    ({ round, phaseIndex, identity = 0 }) =>
      JSON.stringify([round, per.kind === 'phase' ? phaseIndex : per.kind === 'identity' ? identity : null]),
  );
  const straysOf = straysIn(operations);
  const ahead = aheadOf({ header, operations, limit }, per.kind);
  const segmentOf = segmentsOf(header);
  return [...scopes.values()].map((writes) => {
    const [first] = writes as readonly [Operation];
    return {
      limit,
      times,
      round: first.round,
      reserves: writes.filter((write) => !isRelease(write)),
      releases: [...writes, ...straysOf(first)].filter((write) => isRelease(write) && mayCount(write)),
      leaseNs: per.kind === 'window' ? per.ns : null,
      segmentOf,
      aheadOf: ahead(first),
      isSoldAtFirst: (refused) => refused.items === undefined && isAtFirst(refused),
    };
  });
}

/** Releases of other rounds that may come in this one: of which nothing was heard, or of another machine's rounds. */
function straysIn(operations: readonly Operation[]): (first: Operation) => readonly Operation[] {
  const isAnyRound = machinesOf(operations) > 1;
  const byKey = groupedBy(
    operations.filter((one) => isRelease(one) && (isAnyRound || isUnheard(one))),
    ({ key }) => key,
  );
  return ({ key, round }) => (byKey.get(key) ?? []).filter((one) => one.round !== round);
}

/** Releases that name no hold of this stock: each may be of any hold. */
export function unnamedReleases({ reserves, releases }: Stock): readonly Operation[] {
  const names = new Set(reserves.flatMap(({ hold }) => hold ?? []));
  return releases.filter(({ hold }) => hold === undefined || !names.has(hold));
}

/** What is held for certain for some time. */
export const certainHolds = (stock: Stock): readonly Hold[] => granted(stock.reserves).map(holdIn(stock));

/** As well what may be held. */
export const possibleHolds = (stock: Stock): readonly Hold[] => stock.reserves.filter(mayCount).map(holdIn(stock));

function holdIn({ times, releases, leaseNs }: Stock): (by: Operation) => Hold {
  const named = groupedBy(
    releases.filter(({ hold }) => hold !== undefined),
    ({ hold = '' }) => hold,
  );
  const expires = (from: number): number => (leaseNs === null ? Number.POSITIVE_INFINITY : from + leaseNs);
  const late = leaseNs === null ? 0 : 50e6 + leaseNs / 20;
  const soon = leaseNs === null ? 0 : coarseness(leaseNs);
  return (by) => {
    const own = by.hold === undefined ? [] : (named.get(by.hold) ?? []);
    const freed = own.filter((one) => isAcknowledged(one) && times.earliest(one) > times.latest(by));
    return {
      by,
      units: unitsOf(by),
      from: times.latest(by),
      until: least(own.map(times.earliest), expires(times.earliest(by)) - soon),
      mayBeFrom: times.earliest(by),
      mayBeUntil: least(freed.map(times.latest), expires(times.latest(by)) + late),
    };
  };
}

const least = (numbers: readonly number[], most: number): number => numbers.reduce((a, b) => Math.min(a, b), most);

const BETWEEN: ReadonlySet<PhaseKind> = new Set(['wait', 'run', 'request']);

/** How many such phases lie ahead of a write. */
function segmentsOf({ phases }: HistoryHeader): Stock['segmentOf'] {
  const between = phases.filter(({ kind }) => BETWEEN.has(kind));
  return ({ phaseIndex }) => between.filter(({ index }) => index < phaseIndex).length;
}
