import { compare, formatDecimal, parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { Range } from '../../verdict/report.ts';
import { type Checker, type Claim, phaseOf, sendingPhases, UNCOUNTED, witnessOf } from '../claim.ts';
import { type Facts, judgedLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { shareOf } from '../ledger/measure.ts';
import { valueAt } from '../ledger/quantity.ts';
import { raceWords, valueName } from '../told.ts';
import { moved, plural } from '../words.ts';
import { unresolved } from './exact-rise.ts';
import { abs, offBy, rightedBy, wantedOf } from './right.ts';

/**
 * CP117 and CP114: a change that was asked for as it stands, whatever became of the writes. A gauge (a rise by 0) that
 * stays up is not released (CP117); CP107 where another reading must change alike. CP313 where an earlier round may have
 * left what is too much.
 */
export const plainRise: Checker = (facts) =>
  facts.ledgers
    .filter(({ expectation }) => expectation.risesBy !== null)
    .flatMap((entry) => {
      const other = entry.expectation.risesBy ?? '';
      const legs = judgedLegs(entry).filter(({ measure }) => measure.plain);
      if (parseDecimal(other) === null) return legs.flatMap((leg) => alike(facts, entry, leg, other));
      return rightedBy(entry) !== null ? [] : legs.flatMap((leg) => judge(facts, entry, leg));
    });

function judge(facts: Facts, entry: RoundReading, leg: Leg): readonly Claim[] {
  const wanted = wantedOf(entry, leg);
  if (wanted === null) return [];
  if (leg.unknown > 0 && facts.header.object !== 'custom') return [unresolved(facts, entry, leg, wanted)];
  const { off } = offBy(leg, wanted);
  if (off.unscaled === 0n) return [];
  const { round, expectation } = entry;
  // Further the way that writes move it, after a round of which some were not seen to land.
  const isLate = entry.isOwed && off.unscaled > 0n === leg.measure.step.unscaled > 0n;
  const isUp = isGauge(facts) && wanted.unscaled === 0n && leg.distance.unscaled > 0n;
  const steps = wholeSteps(abs(leg.distance), abs(leg.measure.step));
  const what = `${valueName(facts, expectation.reading)} ${moved(leg.before.value, leg.after.value)}`;
  const kept = isUp
    ? `: ${formatDecimal(leg.distance)} ${leg.distance.unscaled === 1n && leg.distance.scale === 0 ? 'was' : 'were'} not released`
    : '';
  return [
    {
      code: isLate ? 'CP313' : isUp ? 'CP117' : 'CP114',
      round: round.round,
      phase: phaseOf(leg),
      reading: expectation.reading,
      count: isUp ? exactly(steps) : UNCOUNTED,
      message: `${writesWords(leg)}, and ${what}, where a rise by exactly ${formatDecimal(wanted)} was asked for${kept}`,
      argument: isLate
        ? 'Writes of an earlier round of this counter were not seen to land, and may have landed here.'
        : `All writes were over, and it was read until it stood still: it moved by ${formatDecimal(leg.distance)}, and not by ${formatDecimal(wanted)}, whatever was answered. ${raceWords(facts, leg)}`,
      witness: witnessOf(leg, leg.unknown > 0 ? 'unknown' : 'acknowledged'),
    },
  ];
}

const isGauge = ({ header }: Facts): boolean => header.object === 'custom' || header.object === 'reservation';

function exactly(steps: bigint | null): Range {
  const n = steps === null || steps > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(steps);
  return { min: n, max: n };
}

/** `20 writes were sent, 10 of them without an answer`. */
function writesWords(leg: Leg): string {
  const counts = sendingPhases(leg).map((phase) => phase.counts);
  const sent = counts.reduce((n, one) => n + one.sent, 0);
  const unknown = counts.reduce((n, one) => n + one.unknown, 0);
  const without = unknown === 0 ? '' : `, ${unknown} of them without an answer that tells`;
  return `${plural(sent, 'write')} ${sent === 1 ? 'was' : 'were'} sent${without}`;
}

function alike(facts: Facts, { round, expectation, measure }: RoundReading, leg: Leg, other: string): readonly Claim[] {
  const [first, last] = [leg.phases[0]?.info.index ?? 0, leg.phases.at(-1)?.info.index ?? 0];
  const [from, to] = [valueAt(facts, round, other, first - 1), valueAt(facts, round, other, last)];
  if (from === null || to === null) return [];
  const wanted = subtract(to.value, from.value);
  if (compare(abs(subtract(leg.distance, wanted)), shareOf(wanted, measure.within)) <= 0) return [];
  return [
    {
      code: 'CP107',
      round: round.round,
      phase: phaseOf(leg),
      reading: expectation.reading,
      count: UNCOUNTED,
      message: `${valueName(facts, expectation.reading)} ${moved(leg.before.value, leg.after.value)}, and that of ${other} ${moved(from.value, to.value)}`,
      argument: `They were to change alike; one changed by ${formatDecimal(leg.distance)}, the other by ${formatDecimal(wanted)}.`,
      witness: [leg.before.read, leg.after.read, from.read, to.read].filter((read) => read !== null),
    },
  ];
}
