import { formatDecimal, wholeSteps } from '../../history/decimal.ts';
import type { Checker, Claim } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { type Leg, legSends } from '../ledger/leg.ts';
import { alone } from '../ledger/net.ts';
import { told, valueName } from '../told.ts';
import { listed, moved } from '../words.ts';
import { isCounted, isRight, offBy, rightedBy, wantedOf } from './right.ts';
import { surplusClaims } from './surplus.ts';
import { tooEarly } from './too-early.ts';

/**
 * CP120: right over the round and wrong by phases, or right over the rounds of one counter and wrong by rounds. Never a
 * loss in one and a double count in another. Where it takes writes of unknown
 * effect to make the sum right, what is too much at first is applied again.
 */
export const heldBack: Checker = (facts) =>
  facts.ledgers.flatMap((entry): readonly Claim[] => {
    const over = rightedBy(entry);
    if (entry.whole === null || over === null) return [];
    const sum = over === 'round' ? entry.whole : (entry.span?.whole ?? entry.whole);
    const isOpen = isCounted(entry) && sum.rise !== BigInt(sum.acknowledged);
    const early = isOpen ? tooEarly(entry) : null;
    if (early !== null) return surplusClaims(facts, entry, { leg: early, net: alone(early) });
    const claim = over === 'round' ? byPhases(facts, entry, entry.whole) : byRounds(facts, entry, entry.whole);
    return [isOpen ? { ...claim, argument: OPEN } : claim];
  });

/** Nobody knows which, and it is one of them. */
const OPEN =
  'Acknowledged writes did not show in their own phase, however long it was read. Either they came out later, or they were lost and writes of unknown effect made up for them: with these the sum is right, and without them it is not.';

function byPhases(facts: Facts, entry: RoundReading, whole: Leg): Claim {
  const { round, expectation, legs } = entry;
  const wrong = legs.filter((leg) => legSends(leg) && !isRight(entry, leg));
  const count = wrong.reduce((n, leg) => n + missing(entry, leg), 0) || whole.acknowledged;
  const phases = wrong.map((leg) => `${listed(leg.phases.map(({ info }) => info.name))} ${movedIt(entry, leg)}`);
  return {
    code: 'CP120',
    round: round.round,
    phase: null,
    reading: expectation.reading,
    count: { min: count, max: count },
    message: `${told(facts, whole, expectation.reading)}, which is right; but ${listed(phases)}`,
    argument:
      'The sum over the round is right, so nothing was lost and nothing counted twice: writes did not show in their own phase, however long it was read, and came out with later ones.',
    witness: [whole.before.read, ...wrong.map((leg) => leg.after.read), whole.after.read]
      .filter((one) => one !== null)
      .filter(once),
  };
}

function byRounds(facts: Facts, entry: RoundReading, whole: Leg): Claim {
  const { round, expectation } = entry;
  const span = entry.span?.whole ?? whole;
  const count = missing(entry, whole);
  const [first, last] = [entry.span?.rounds[0], entry.span?.rounds.at(-1)];
  const value = valueName(facts, expectation.reading);
  return {
    code: 'CP120',
    round: round.round,
    phase: null,
    reading: expectation.reading,
    count: { min: count, max: count },
    message: `Over rounds ${first} to ${last} ${span.acknowledged} writes were acknowledged and ${value} ${moved(span.before.value, span.after.value)}, which is right; but round ${round.round} ${movedIt(entry, whole)}`,
    argument:
      'The sum over these rounds of one counter is right, so nothing was lost and nothing counted twice: writes did not show in their own round, however long it was read, and came out with those of a later one.',
    witness: [whole.before.read, whole.after.read, span.after.read].filter((one) => one !== null).filter(once),
  };
}

function movedIt(entry: RoundReading, leg: Leg): string {
  const wanted = wantedOf(entry, leg);
  if (wanted === null) return `moved it by ${leg.rise} for ${leg.acknowledged} acknowledged`;
  return `moved it by ${formatDecimal(leg.distance)} where ${formatDecimal(wanted)} was asked for`;
}

/** Steps below what a leg should have risen by. */
function missing(entry: RoundReading, leg: Leg): number {
  const wanted = wantedOf(entry, leg);
  if (wanted === null) return leg.balance?.deficit ?? 0;
  const steps = wholeSteps(offBy(leg, wanted).off, leg.measure.step) ?? 0n;
  return steps < 0n ? Number(-steps) : 0;
}

const once = <T>(item: T, i: number, all: readonly T[]): boolean => all.indexOf(item) === i;
