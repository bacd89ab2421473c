import { compare, type Decimal, formatDecimal, subtract, times } from '../../history/decimal.ts';
import type { Bounds } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { shareOf } from '../ledger/measure.ts';
import { placesOf } from '../ledger/places.ts';
import { type Resolved, resolved, valueAt } from '../ledger/quantity.ts';
import { sendsWrites } from '../ledger/sends.ts';
import type { Start } from '../ledger/stand.ts';
import { tallyOf } from '../ledger/tally.ts';
import { valueName } from '../told.ts';
import { abs } from './right.ts';

type Bound = keyof Bounds;
const BOUNDS: readonly Bound[] = ['equals', 'atLeast', 'atMost'];
const WORDS: Readonly<Record<Bound, string>> = { equals: 'just', atLeast: 'at least', atMost: 'at most' };

/**
 * CP107 and CP114: a value at rest that is not what it must be, another reading (CP107) or anything else (CP114). Where
 * a write of unknown effect could make up for it, CP302.
 */
export const outOfBounds: Checker = (facts) =>
  facts.ledgers.flatMap((entry) => {
    const asked = BOUNDS.filter((bound) => entry.expectation[bound] !== undefined);
    if (asked.length === 0 || entry.round.setupFailed !== null) return [];
    return placesOf(entry.expectation, entry.round).flatMap((place) => {
      const found = asked.flatMap((bound) => judge(facts, entry, place, bound));
      return found.slice(0, 1);
    });
  });

function judge(facts: Facts, entry: RoundReading, place: number, bound: Bound): readonly Claim[] {
  const { round, expectation } = entry;
  const stand = valueAt(facts, round, expectation.reading, place);
  const wanted = resolved(facts, round, expectation[bound] ?? '', place);
  if (stand === null || wanted === null) return [];
  const off = offFrom(stand.value, wanted, bound);
  if (off === null || isAllowed(entry, off, wanted)) return [];
  if (mayBeUnknown(facts, entry, place, off, wanted))
    return [claim(facts, entry, place, bound, stand, wanted, 'CP302')];
  return [claim(facts, entry, place, bound, stand, wanted, wanted.kind === 'reading' ? 'CP107' : 'CP114')];
}

/** How far a value lies outside; null: it does not. */
function offFrom(value: Decimal, { least, most }: Pick<Resolved, 'least' | 'most'>, bound: Bound): Decimal | null {
  if (bound !== 'atMost' && compare(value, least) < 0) return subtract(value, least);
  if (bound !== 'atLeast' && compare(value, most) > 0) return subtract(value, most);
  return null;
}

/** Off by no more than the share of the change that is allowed. */
function isAllowed({ base, measure }: RoundReading, off: Decimal, { least }: Resolved): boolean {
  if (base.kind !== 'number' || measure.within === 0) return false;
  return compare(abs(off), shareOf(subtract(least, base.value), measure.within)) <= 0;
}

/** A number that a counter is short of by no more than its unknown writes reach. */
function mayBeUnknown(
  { header }: Facts,
  { round, measure }: RoundReading,
  place: number,
  off: Decimal,
  { kind }: Resolved,
): boolean {
  if (kind === 'reading' || header.object === 'custom') return false;
  const { unknown } = tallyOf(round.phases.slice(0, place + 1), measure.counted);
  return compare(abs(off), abs(times(measure.step, BigInt(unknown)))) <= 0;
}

function claim(
  facts: Facts,
  { round, expectation, base }: RoundReading,
  place: number,
  bound: Bound,
  stand: Start,
  wanted: Resolved,
  code: Claim['code'],
): Claim {
  const value = valueName(facts, expectation.reading);
  const phase =
    place < 0 || (expectation.phaseIndex === undefined && !expectation.perPhase) ? undefined : round.phases[place];
  const after = phase === undefined ? 'After the last write' : `After ${phase.info.name}`;
  const bounds = `${WORDS[bound]} ${wanted.words}`;
  const before =
    wanted.kind === 'number' && base.kind === 'number' && offFrom(base.value, wanted, bound) !== null
      ? ' It was so before the first write too.'
      : '';
  const words: Pick<Claim, 'argument'> =
    code === 'CP302'
      ? { argument: 'Writes whose effect is unknown may make up for it, or may not.' }
      : { argument: `It was read until it stood still, and ${formatDecimal(stand.value)} is not ${bounds}.${before}` };
  return {
    code,
    round: round.round,
    phase: phase?.info ?? null,
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `${after}, ${value} was ${formatDecimal(stand.value)}, where ${bounds} was asked for`,
    ...words,
    witness: [base.kind === 'number' ? base.read : null, ...someWrites(round.phases, place), stand.read].filter(
      (one) => one !== null,
    ),
  };
}

const MAX_WRITES = 4;

/** A few writes of the phase, to see what it is about. */
const someWrites = (phases: RoundReading['round']['phases'], place: number): readonly Operation[] =>
  (phases.slice(0, place + 1).findLast(sendsWrites)?.writes ?? []).slice(0, MAX_WRITES);
