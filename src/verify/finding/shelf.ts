import { parseDecimal } from '../../history/decimal.ts';
import type { PhaseKind } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { usedBefore } from './ahead.ts';
import { mayBeEarlier, mayCount, type Saved } from './saved.ts';
import { limitOf, mustNotBeSetAmid, perOf } from './scope.ts';

/** The writes that share a stock, and what there is of each thing. */
export interface Shelf {
  readonly saved: Saved;
  readonly limit: bigint;
  /** How far times may be off, in nanoseconds. */
  readonly error: number;
  readonly reserves: readonly Operation[];
  readonly releases: readonly Operation[];
  /** Holds end by themselves; null where they do not. */
  readonly leaseNs: number | null;
}

export const thingsOf = ({ items, key }: Operation): readonly string[] =>
  items === undefined ? [key] : [...new Set(items)];

/** How many of each. */
export function unitsOf({ amount }: Operation): bigint {
  const decimal = parseDecimal(amount ?? '1');
  if (decimal === null || decimal.scale > 0) return 1n;
  return decimal.unscaled < 0n ? -decimal.unscaled : decimal.unscaled;
}

export const total = (operations: readonly Operation[]): bigint => operations.reduce((n, one) => n + unitsOf(one), 0n);

export const isShared = (a: Operation, b: Operation): boolean =>
  thingsOf(a).some((thing) => thingsOf(b).includes(thing));

/** The writes that share a stock with this operation. */
export function shelfOf(saved: Saved, one: Operation): Shelf {
  const { header, operations } = saved;
  must(header.object === 'reservation', 'the history is not of a stock');
  must(header.limit !== null || (header.expect.counts ?? []).length === 0, 'the history does not tell the stock');
  const per = perOf(saved);
  mustNotBeSetAmid(saved, one);
  const own = operations.filter((other) => other.round === one.round && isOnShelf(saved, other, one));
  return {
    saved,
    limit: limitOf(saved, '1'),
    error: new Set(operations.map(({ machine }) => machine ?? '')).size > 1 ? header.clock.errorNs : 0,
    reserves: own.filter(({ f, counts }) => f === 'reserve' && counts !== 'notSent'),
    releases: own.filter((other) => other.f === 'release' && mayCount(other)),
    leaseNs: typeof per === 'string' ? null : per.windowNs,
  };
}

function isOnShelf(saved: Saved, other: Operation, one: Operation): boolean {
  const per = perOf(saved);
  if (per === 'phase') return other.phaseIndex === one.phaseIndex;
  return per !== 'identity' || (other.identity ?? 0) === (one.identity ?? 0);
}

/** It may still be held when the round begins, or the phase. A setup and a turn end what was heard; what was not may arrive after them. */
function isAhead(saved: Saved, other: Operation, one: Operation): boolean {
  const isPhase = perOf(saved) === 'phase';
  if (other.f !== 'reserve' || !mayCount(other)) return false;
  if ((saved.header.setup || isPhase) && other.counts !== 'unknown') return false;
  const isEarlier = mayBeEarlier(saved, other.round, one.round);
  if (isPhase) return isEarlier || (other.round === one.round && other.phaseIndex < one.phaseIndex);
  return isEarlier && isOnShelf(saved, other, one);
}

/** A limit of a phase turns with it. A number is of a key, and says how much at most there is of each thing of it. */
function readAhead(saved: Saved, thing: string, one: Operation): bigint {
  if (perOf(saved) === 'phase') return 0n;
  const isNamed = saved.operations.some(({ items }) => items !== undefined);
  const [limit, place] = [limitOf(saved, '1'), isNamed ? one : { ...one, key: thing }];
  return usedBefore(saved, place, limit, isNamed ? 'all' : 'key');
}

/** How much of a thing may be held ahead of the first write of the round: by what was read, and by earlier rounds that no setup ends. */
export function aheadOf(saved: Saved, thing: string, one: Operation): bigint {
  const sold = saved.operations.filter((other) => isAhead(saved, other, one) && thingsOf(other).includes(thing));
  return readAhead(saved, thing, one) + total(sold);
}

/** Whether none of some things was held ahead of the first write of the round, for certain. */
export function isNothingAhead(saved: Saved, things: ReadonlySet<string>, one: Operation): boolean {
  const isSold = (other: Operation): boolean =>
    isAhead(saved, other, one) && thingsOf(other).some((thing) => things.has(thing));
  return !saved.operations.some(isSold) && [...things].every((thing) => readAhead(saved, thing, one) === 0n);
}

const BETWEEN: ReadonlySet<PhaseKind> = new Set(['wait', 'run', 'request']);

/** No pause, command or plain request lies between them that may have ended a hold. */
export const isUnbroken = ({ header }: Saved, a: Operation, b: Operation): boolean =>
  !header.phases.some(({ kind, index }) => BETWEEN.has(kind) && index < a.phaseIndex !== index < b.phaseIndex);
