import { parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader, PhaseKind } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { perOf, wholeLimit } from './limit.ts';
import { type Times, timesOf } from './times.ts';
import { usedBefore } from './used.ts';
import { coarseness } from './window.ts';
import { granted, groupedBy, isAcknowledged, mayCount, wasSent } from './writes.ts';

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
}

export const isRelease = ({ f }: Operation): boolean => f === 'release';

/** What a write reserves or gives back. */
export const thingsOf = ({ items, key }: Operation): readonly string[] =>
  items === undefined ? [key] : [...new Set(items)];

/** How many units of each. */
export function unitsOf({ amount }: Operation): bigint {
  const decimal = parseDecimal(amount ?? '1');
  const whole = decimal === null || decimal.scale > 0 ? 1n : decimal.unscaled;
  return whole < 0n ? -whole : whole;
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
  const scopes = groupedBy(
    operations.filter((one) => wasSent(one) && (one.f === 'reserve' || isRelease(one))),
    ({ round, phaseIndex, identity = 0 }) =>
      JSON.stringify([round, per.kind === 'phase' ? phaseIndex : per.kind === 'identity' ? identity : null]),
  );
  return [...scopes.values()].map((writes) => ({
    limit,
    times,
    round: writes[0]?.round ?? 1,
    reserves: writes.filter((write) => !isRelease(write)),
    releases: writes.filter((write) => isRelease(write) && mayCount(write)),
    leaseNs: per.kind === 'window' ? per.ns : null,
    segmentOf: segmentsOf(header),
    aheadOf: aheadOf({ header, operations, limit }, per.kind, writes[0]),
  }));
}

/** What is sold stays sold, where no setup puts new things there; a limit of a phase turns with it. */
function aheadOf(
  { header, operations, limit }: { header: HistoryHeader; operations: readonly Operation[]; limit: bigint },
  kind: string,
  first: Operation | undefined,
): Stock['aheadOf'] {
  if (first === undefined || kind === 'phase') return () => 0n;
  const read = usedBefore(header, operations, limit)(first.round);
  const isOwn = (one: Operation) => kind !== 'identity' || (one.identity ?? 0) === (first.identity ?? 0);
  const earlier = header.setup
    ? []
    : operations.filter((one) => one.f === 'reserve' && one.round < first.round && mayCount(one) && isOwn(one));
  const sold = new Map<string, bigint>();
  for (const one of earlier) for (const thing of thingsOf(one)) sold.set(thing, (sold.get(thing) ?? 0n) + unitsOf(one));
  return (thing) => read + (sold.get(thing) ?? 0n);
}

/** Releases that name no hold of this stock: each may be of any hold. */
export function unnamedReleases({ reserves, releases }: Stock): readonly Operation[] {
  const names = new Set(reserves.flatMap(({ hold }) => hold ?? []));
  return releases.filter(({ hold }) => hold === undefined || !names.has(hold));
}

/** What is held for certain for some time. */
export const certainHolds = (stock: Stock): readonly Hold[] => granted(stock.reserves).map((by) => holdOf(stock, by));

/** As well what may be held. */
export const possibleHolds = (stock: Stock): readonly Hold[] =>
  stock.reserves.filter(mayCount).map((by) => holdOf(stock, by));

function holdOf({ times, releases, leaseNs }: Stock, by: Operation): Hold {
  const own = by.hold === undefined ? [] : releases.filter(({ hold }) => hold === by.hold);
  const freed = own.filter((one) => isAcknowledged(one) && times.earliest(one) > times.latest(by));
  const expires = (from: number): number => (leaseNs === null ? Number.POSITIVE_INFINITY : from + leaseNs);
  const late = leaseNs === null ? 0 : 50e6 + leaseNs / 20;
  const soon = leaseNs === null ? 0 : coarseness(leaseNs);
  return {
    by,
    units: unitsOf(by),
    from: times.latest(by),
    until: Math.min(expires(times.earliest(by)) - soon, ...own.map(times.earliest)),
    mayBeFrom: times.earliest(by),
    mayBeUntil: Math.min(expires(times.latest(by)) + late, ...freed.map(times.latest)),
  };
}

const BETWEEN: ReadonlySet<PhaseKind> = new Set(['wait', 'run', 'request']);

/** How many such phases lie ahead of a write. */
function segmentsOf({ phases }: HistoryHeader): Stock['segmentOf'] {
  const between = phases.filter(({ kind }) => BETWEEN.has(kind));
  return ({ phaseIndex }) => between.filter(({ index }) => index < phaseIndex).length;
}
